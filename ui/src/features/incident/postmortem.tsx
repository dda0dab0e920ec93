import { Copy, Download } from "lucide-react";

import { usePostmortem } from "@/api/queries";
import { SafeMarkdown } from "@/components/markdown";
import { useNotices } from "@/components/notices";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Failure, Loading } from "@/components/ui/states";

export default function PostmortemTab({ id }: { id: string }) {
  const { data, error, refetch } = usePostmortem(id);
  if (error) return <Failure what="The draft could not be made." error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Writing the draft" rows={8} />;
  return (
    <Panel title="Postmortem draft" actions={<Export id={id} text={data} />}>
      <SafeMarkdown text={data} />
    </Panel>
  );
}

function Export({ id, text }: { id: string; text: string }) {
  const notices = useNotices();
  const copy = () =>
    void navigator.clipboard
      .writeText(text)
      .then(() => notices.done("Copied as Markdown."), notices.failed);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={copy}>
        <Copy aria-hidden />
        Copy
      </Button>
      <Button size="sm" asChild>
        <a href={`data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`} download={`${id}-postmortem.md`}>
          <Download aria-hidden />
          Markdown
        </a>
      </Button>
    </>
  );
}

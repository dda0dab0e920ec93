import Markdown from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

/** Markdown that others wrote: no HTML of theirs survives. */
export function SafeMarkdown({ text }: { text: string }) {
  return (
    <div className="prose-doc max-w-3xl overflow-x-auto">
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]}>
        {text}
      </Markdown>
    </div>
  );
}

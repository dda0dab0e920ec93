import { ago, moment } from "@/lib/format";

/** How long ago; the exact moment on hover and for assistive technology. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={moment(at)} className="whitespace-nowrap tabular">
      {ago(at)}
    </time>
  );
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={ago(at)} className="whitespace-nowrap tabular">
      {moment(at)}
    </time>
  );
}

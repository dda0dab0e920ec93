import { Bar as RechartsBar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";

export interface Bar {
  name: string;
  value: number;
}

interface BarsProps {
  title: string;
  bars: readonly Bar[];
  color: string;
  decimals?: number;
  /** Room for the names, in pixels. */
  names?: number;
  /** How high, in pixels, at least what it takes. */
  height?: number;
}

const TICK = { fill: "var(--ink-3)", fontSize: 11 };
const LINE = { stroke: "var(--line-strong)" };
const MARGIN = { top: 16, right: 8, bottom: 0, left: 0 };
const LETTER = 6.6;

/** Drawn for the eye; the table beside it carries the figures for everyone else. */
export function BarsUpright({ title, bars, color, decimals = 0, height = 0 }: BarsProps) {
  return (
    <figure aria-hidden>
      <figcaption className="mb-1 text-xs text-ink-3">{title}</figcaption>
      <ResponsiveContainer width="100%" height={Math.max(168, height)}>
        <BarChart data={[...bars]} margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis dataKey="name" tick={TICK} tickLine={false} axisLine={LINE} interval="preserveStartEnd" />
          <YAxis hide domain={[0, "dataMax"]} />
          <RechartsBar dataKey="value" fill={color} radius={[2, 2, 0, 0]} maxBarSize={28} isAnimationActive={false}>
            <LabelList dataKey="value" position="top" fill="var(--ink-2)" fontSize={11} formatter={rounded(decimals)} />
          </RechartsBar>
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

export function BarsAcross({ title, bars, color, decimals = 0, names = 112, height = 0 }: BarsProps) {
  return (
    <figure aria-hidden>
      <figcaption className="mb-1 text-xs text-ink-3">{title}</figcaption>
      <ResponsiveContainer width="100%" height={Math.max(64, bars.length * 34, height)}>
        <BarChart data={[...bars]} layout="vertical" margin={{ ...MARGIN, top: 0, right: 36 }} accessibilityLayer={false}>
          <XAxis type="number" hide domain={[0, "dataMax"]} />
          <YAxis
            type="category"
            dataKey="name"
            width={names}
            tick={TICK}
            tickLine={false}
            axisLine={LINE}
            tickFormatter={(name: string) => shortened(name, names / LETTER)}
            interval={0}
          />
          <RechartsBar dataKey="value" fill={color} radius={[0, 2, 2, 0]} maxBarSize={16} isAnimationActive={false}>
            <LabelList dataKey="value" position="right" fill="var(--ink-2)" fontSize={11} formatter={rounded(decimals)} />
          </RechartsBar>
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

function shortened(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, letters - 2).trimEnd()}…` : name;
}

function rounded(decimals: number) {
  return (value: unknown) => (typeof value === "number" && value > 0 ? value.toFixed(decimals) : "");
}

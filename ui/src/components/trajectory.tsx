import type { Belief, BeliefPoint } from "@/api/types";
import { cn } from "@/lib/cn";
import { day, percent } from "@/lib/format";

const TONES = { reinforce: "text-good", weaken: "text-medium", contradict: "text-critical" };
export const relationWords = { reinforce: "Reinforced", weaken: "Weakened", contradict: "Contradicted" };

interface TrajectoryProps {
  belief: Belief;
  width?: number;
  height?: number;
}

/** The course of a belief's confidence, 0 at the bottom and 1 at the top, with what moved it as marks. */
export function Trajectory({ belief, width = 96, height = 36 }: TrajectoryProps) {
  const points = placed(belief.trajectory, width, height);
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <span className="inline-flex items-center gap-2" title={belief.trajectory.map(said).join("\n")}>
      <svg
        role="img"
        aria-label={`Confidence over time: ${belief.trajectory.map((point) => percent(point.confidence)).join(", ")}`}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="shrink-0 overflow-visible"
      >
        <line x1={0} x2={width} y1={height / 2} y2={height / 2} className="stroke-line-strong" strokeDasharray="2 3" />
        <polyline points={line} fill="none" className="stroke-ink-3" strokeWidth={1.5} strokeLinejoin="round" />
        {points.map(({ x, y, point }, index) => (
          <Mark key={index} x={x} y={y} relation={point.relation} />
        ))}
      </svg>
      <span className="w-9 font-medium tabular">{percent(belief.confidence)}</span>
    </span>
  );
}

/** Up for what speaks for the belief, down for what weakens it, a cross for what contradicts it. */
export function Mark({ x, y, relation }: { x: number; y: number; relation: BeliefPoint["relation"] }) {
  const paths = {
    reinforce: `M${x - 3.8},${y + 3} L${x},${y - 3.8} L${x + 3.8},${y + 3} Z`,
    weaken: `M${x - 3.8},${y - 3} L${x},${y + 3.8} L${x + 3.8},${y - 3} Z`,
    contradict: `M${x - 2.6},${y - 2.6} L${x + 2.6},${y + 2.6} M${x + 2.6},${y - 2.6} L${x - 2.6},${y + 2.6}`,
  };
  return (
    <path
      d={paths[relation]}
      className={cn(TONES[relation], relation === "contradict" ? "stroke-current" : "fill-current")}
      strokeWidth={relation === "contradict" ? 2 : 0}
    />
  );
}

const said = (point: BeliefPoint) => `${day(point.at)}: ${percent(point.confidence)}. ${point.reason}`;

/** By time, with a least distance so that marks of the same day stay apart. */
export function placed(trajectory: readonly BeliefPoint[], width: number, height: number) {
  const times = trajectory.map((point) => Date.parse(point.at));
  const first = Math.min(...times);
  const span = Math.max(...times) - first || 1;
  const edge = 4;
  const room = width - 2 * edge;
  const least = Math.min(10, room / Math.max(1, trajectory.length - 1));
  let reached = -Infinity;
  const spread = times.map((time) => (reached = Math.max(((time - first) / span) * room, reached + least)));
  const excess = Math.max(1, (spread.at(-1) ?? 0) / room);
  return trajectory.map((point, index) => ({
    x: trajectory.length === 1 ? width - edge : edge + (spread[index] ?? 0) / excess,
    y: edge + (1 - point.confidence) * (height - 2 * edge),
    point,
  }));
}

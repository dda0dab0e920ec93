const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "6 min", "3 h 20 min", "2 d 4 h": the two largest units. */
export function duration(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const whole = Math.floor(minutes / 60);
  if (whole < 24) return joined(`${whole} h`, minutes % 60, "min");
  return joined(`${Math.floor(whole / 24)} d`, whole % 24, "h");
}

function joined(large: string, small: number, unit: string): string {
  return small ? `${large} ${small} ${unit}` : large;
}

export function between(from: string, to: string): string {
  return duration(Date.parse(to) - Date.parse(from));
}

export function since(at: string, now: number = Date.now()): string {
  return duration(now - Date.parse(at));
}

/** "12 min ago", "5 h ago", "3 d ago"; a date once it is older than four weeks. */
export function ago(at: string, now: number = Date.now()): string {
  const passed = now - Date.parse(at);
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  if (passed < 28 * DAY) return `${Math.floor(passed / DAY)} d ago`;
  return day(at);
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "2-digit" });

export function day(at: string): string {
  return dayFormat.format(new Date(at));
}

export function clock(at: string): string {
  return timeFormat.format(new Date(at));
}

/** "14 Mar 2026, 09:12" in the reader's zone. */
export function moment(at: string): string {
  return `${day(at)}, ${clock(at)}`;
}

/** "2026-03" as "Mar 26". */
export function month(text: string): string {
  const [year, number] = text.split("-").map(Number);
  return monthFormat.format(new Date(year ?? 0, (number ?? 1) - 1, 15));
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function hours(value: number | null): string {
  if (value === null) return "–";
  return value < 10 ? `${value.toFixed(1)} h` : `${Math.round(value)} h`;
}

/** "1 incident", "3 incidents". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

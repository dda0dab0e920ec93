/** Search parameters stay plain text in the address: `?service=payments-api`, no quotes, nothing empty. */
export type Raw = Record<string, unknown>;

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Raw): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** The text of a parameter, or nothing where it says nothing. */
export function textOf(raw: Raw, name: string): string | undefined {
  const value = raw[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function oneOf<T extends string>(raw: Raw, name: string, allowed: readonly T[]): T | undefined {
  return allowed.find((value) => value === raw[name]);
}

export function wholeNumber(raw: Raw, name: string): number | undefined {
  const value = Number(raw[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

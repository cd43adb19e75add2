import { DAY_MS, HOUR_MS } from '../platform/core/instant.ts';

/** Parses a duration such as `90s`, `15m`, `2h`, `7d`, in milliseconds; null if it is invalid. */
export function spanOf(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number === undefined) return null;
  return Number(number) * ({ s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS }[unit] ?? 0);
}

import { t } from './language.ts';
import { readLocalTime } from './local-time.ts';
import type { Present } from './time.ts';

type Ends<T> = Readonly<Partial<Record<'from' | 'to', T>>>;

/**
 * The period between two local times, as instants, and its faults by the name of the field. An end that was
 * not typed is open.
 */
export function periodOf(
  typed: Ends<string>,
  present: Present,
): { readonly period: Ends<string>; readonly faults: Ends<string> } {
  const period: { from?: string; to?: string } = {};
  const faults: { from?: string; to?: string } = {};
  // Of two instants with one local time, both are in the period.
  for (const [name, which] of [
    ['from', 'first'],
    ['to', 'second'],
  ] as const) {
    if ((typed[name] ?? '') === '') continue;
    const read = readLocalTime(typed[name] ?? '', which, present);
    if ('instant' in read) period[name] = read.instant;
    else faults[name] = read.fault;
  }
  if (period.from !== undefined && period.to !== undefined && period.to <= period.from)
    faults.to = t.failures.laterThanFrom;
  return { period, faults };
}

import { t } from '../../components/language.ts';
import { localText, type Present } from '../../components/time.ts';

/** A value of a time record in words; undefined for one that is none of its times. */
export function timesInWords(value: unknown, name: string, present: Present): string | undefined {
  if ((name === 'startTime' || name === 'endTime') && typeof value === 'string') return localSeconds(value, present);
  if (name !== 'pauses' || !Array.isArray(value)) return undefined;
  const pauses = value
    .slice(0, SHOWN)
    .map(({ start, end }: { readonly start: string; readonly end: string | null }) => {
      const [from, to] = [start, end].map((each) => each && localSeconds(each, present));
      // The day once, where it is one.
      const last = to?.startsWith(from?.slice(0, DAY) ?? '') ? to.slice(DAY) : to;
      return t.time.range(from ?? '', last || t.time.now);
    });
  const more = value.length - pauses.length;
  if (pauses.length === 0) return t.parts.none;
  return more > 0 ? t.audit.andMore(pauses.join(', '), more) : pauses.join(', ');
}

/** With its seconds where it has some: a session that was closed automatically ends with the last of a day. */
function localSeconds(instant: string, present: Present): string {
  const [, seconds = ''] = /T\d\d:\d\d(:\d\d)/.exec(instant) ?? [];
  return `${localText(instant, present)}${seconds === ':00' ? '' : seconds}`;
}

const SHOWN = 10;
const DAY = 'YYYY-MM-DD '.length;

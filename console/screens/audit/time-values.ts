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
      return `${from} to ${to ? (to.startsWith(from?.slice(0, DAY) ?? '') ? to.slice(DAY) : to) : 'now'}`;
    });
  const more = value.length - pauses.length;
  return pauses.length === 0 ? 'none' : `${pauses.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** With its seconds where it has some: a session that was closed automatically ends with the last of a day. */
function localSeconds(instant: string, present: Present): string {
  const [, seconds = ''] = /T\d\d:\d\d(:\d\d)/.exec(instant) ?? [];
  return `${localText(instant, present)}${seconds === ':00' ? '' : seconds}`;
}

const SHOWN = 10;
const DAY = 'YYYY-MM-DD '.length;

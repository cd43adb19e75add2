import type { MemberNames } from '../member.ts';

/** Ways to write the same thing (decisions 1.7, 10.1), chosen by a number. */

/** An instant as RFC 3339 text: with any offset, and with digits beyond the millisecond, which are cut. */
export function spelledInstant(instant: number, spelling: number): string {
  const offset = OFFSETS[spelling % OFFSETS.length] ?? 0;
  const local = new Date(instant + offset * 60_000).toISOString().slice(0, -1);
  const more = spelling % 3 === 0 ? '9996' : '';
  if (offset === 0) return `${local}${more}Z`;
  const minutes = Math.abs(offset);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${local}${more}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const OFFSETS = [0, 120, -210, 345, 840, -720, 0];

/** The member, by one of its names. */
export function spelledMember({ userId, email, code }: MemberNames, spelling: number): Record<string, string> {
  switch (spelling % 5) {
    case 0:
      return { email };
    case 1:
      return { email: email.toUpperCase() };
    case 2:
      return { code: ` \t${code.toLowerCase()}\n` };
    case 3:
      return { code };
    default:
      return { userId };
  }
}

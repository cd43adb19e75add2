import type { NamedMember } from '../../endpoint/named-member.ts';
import { utcText } from '../../endpoint/utc-text.ts';

/** A punch in the form that the service accepts: whose, and when unless it is now. */
export function punch(member: NamedMember, { at }: { readonly at?: string }) {
  return at === undefined ? { member } : { member, at: utcText(at) };
}

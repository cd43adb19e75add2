import type { NamedMember } from '../../endpoint/named-member.ts';
import { utcText } from '../../endpoint/utc-text.ts';

/** A punch in the form that the service accepts: the member, and the time if it is not now. */
export function punch(member: NamedMember, { at }: { readonly at?: string }) {
  return at === undefined ? { member } : { member, at: utcText(at) };
}

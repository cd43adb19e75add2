import type { NamedMember } from '../member/named-member.ts';
import { utcText } from '../text/utc-text.ts';

/** A punch as the service takes it: whose, and when unless it is now. */
export function punch(member: NamedMember, { at }: { readonly at?: string }) {
  return at === undefined ? { member } : { member, at: utcText(at) };
}

import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { findBy } from '../../../libraries/typed-sql/index.ts';
import { erasedEmail } from '../../../platform/core/erased-person.ts';
import { users } from './tables.ts';

/** What of a person may stand in texts: names, email, code and the like. None of one who is erased. */
export async function textsOf(
  db: Reader,
  { institutionId, userId }: { readonly institutionId: string; readonly userId: string },
): Promise<string[]> {
  const user = await db.point(TEXTS, { institutionId, id: userId });
  if (!user || user.email === erasedEmail(userId)) return [];
  const texts = Object.values(user).filter((text) => text !== null && text.trim() !== '');
  return [...new Set(texts as string[])];
}

const TEXTS = findBy(
  users,
  ['institutionId', 'id'],
  ['email', 'name', 'firstName', 'lastName', 'image', 'code', 'externalId', 'ref'],
  undefined,
  'texts_by_id',
);

import { declaringTables, instant, positionIn, uuid } from '../../libraries/typed-sql/index.ts';

/** What columns may say of people. */
export const words = {
  name: 'what people or systems call somebody: names, codes, refs, ids that another system gives',
  contact: 'where somebody is reached: email addresses, also normalised',
  image: 'a picture of somebody, or its address',
  text: 'free text, or a copy of records, in which somebody may be named',
  work: 'hours and presence',
  credential: 'what proves who calls, also hashed or encrypted',
  trace: 'what requests leave: network addresses, user agents, ids and times of requests, digests of bodies',
} as const;

/** A word of people, or `nothing`. */
export type Word = keyof typeof words | 'nothing';

/** What takes the place of a column in a masked copy, where its word does not tell: the parts of a name, and keys. */
export type Mask = 'first name' | 'last name' | 'code' | 'code key' | 'host';

/** Declares a table of a service or of the platform. */
export const table = declaringTables({
  tenant: 'institutionId',
  auditLog: {
    table: 'audit_log',
    // In the order of `writtenBy`.
    author: [
      ['recorded_at', 'timestamptz'],
      ['actor', 'text'],
      ['actor_id', 'text'],
      ['actor_name', 'text'],
      ['role', 'text'],
      ['on_behalf_of', 'uuid'],
      ['operation', 'text'],
      ['request_id', 'text'],
      ['cause', 'uuid'],
      ['reason', 'text'],
    ],
  },
  words,
});

/** The first columns of an institution's records: their key. */
export const identified = { institutionId: uuid().says('nothing'), id: uuid().says('nothing') };

/** When a record was created and last changed. */
export const dated = { createdAt: instant().says('nothing'), updatedAt: instant().says('nothing') };

/** The parameters of a page of an institution's rows; give `sort` the type of the ORDER BY column. */
export const POSITION = positionIn('institutionId');

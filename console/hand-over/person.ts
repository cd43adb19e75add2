import type { Section } from './section.ts';
import type { Subject } from './subject.ts';

/** The record, as the API shows it, what only directory syncs and bundles know of it, and why it is on hold. */
export function personSection({ user, externalId, ref, hold, at }: Subject): Section {
  const { id, email, name, firstName, lastName, image, code, isArchived, createdAt, updatedAt } = user;
  return {
    name: 'person',
    isOne: true,
    columns: [
      ...(['id', 'email', 'name', 'firstName', 'lastName', 'image', 'code', 'isArchived'] as const),
      ...(['externalId', 'ref', 'createdAt', 'updatedAt'] as const),
      ...(hold ? (['holdReason'] as const) : []),
    ],
    async *rows() {
      const names = [id, email, name, firstName, lastName, image, code, isArchived, externalId, ref];
      yield [[...names, at(createdAt), at(updatedAt), ...(hold ? [hold.reason] : [])]];
    },
  };
}

/** The groups that the person is in, without their other members. */
export function groupsSection({ groups }: Subject): Section {
  return {
    name: 'groups',
    columns: ['id', 'name'],
    async *rows() {
      yield groups.map(({ id, name }) => [id, name]);
    },
  };
}

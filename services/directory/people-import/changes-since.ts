import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { findGroups, type StoredGroup, type StoredPerson } from '../store/people-in-file.ts';
import { findUsers } from '../store/users.ts';
import { type PersonField, textsOf } from './person-columns.ts';
import { FIELDS, type Remembered, readState, type Seen, type SeenState } from './seen-state.ts';

/** A person or a group that is not as an earlier preview has seen it. */
interface SeenChange {
  /** As the audit calls it. */
  readonly resourceKind: 'user' | 'user_group';
  readonly resourceId: string;
  /** The present one. */
  readonly name: string;
  /** Of the earlier preview; empty if it has not seen the record. */
  readonly revision: string;
  /** The fields with another value, and the present ones. */
  readonly values: { readonly name: string; readonly value: string }[];
}

type Person = Pick<StoredPerson, 'id' | 'revision' | PersonField>;

/** A person as a preview shows them. @param groups absent where the file leaves them */
export function seenPerson(person: Person, groups?: readonly string[]): Seen {
  const { id, revision } = person;
  return { id, revision, values: { ...textsOf(person), ...(groups && { groups: groups.join(', ') }) } };
}

export function seenGroup({ id, revision, name }: StoredGroup): Seen {
  return { id, revision, values: { name } };
}

/** What has changed since an earlier preview of the same file, as far as its state tells: people first, then groups. */
export async function changesSince(
  db: Reader,
  actor: TenantActor,
  state: string,
  { people, groups }: SeenState,
): Promise<SeenChange[]> {
  const was = readState(state);
  if (!was) return [];
  const gone = was.people.filter((old, row) => old && old.id !== people[row]?.id).map((old) => old?.id ?? '');
  const present = new Map(groups.map((each) => [each.id, each]));
  const goneGroups = was.groups.filter(({ id }) => !present.has(id)).map(({ id }) => id);
  const [others, otherGroups] = await Promise.all([
    findUsers(db, actor, gone),
    goneGroups.length === 0 ? [] : findGroups(db, actor, goneGroups),
  ]);
  const elsewhere = new Map(others.map((each) => [each.id, seenPerson(each)]));
  const renamed = new Map(otherGroups.map((each) => [each.id, seenGroup(each)]));
  const old = new Map(was.groups.map((each) => [each.id, each]));
  return [
    ...people.flatMap((now, row) => {
      const before = was.people[row] ?? null;
      const isSame = before?.id === now?.id;
      return [
        ...(before ? differences('user', before, isSame ? now : elsewhere.get(before.id)) : []),
        ...(now && !isSame ? [change('user', now, '', ['email'])] : []),
      ];
    }),
    ...was.groups.flatMap((before) => differences('user_group', before, present.get(before.id))),
    ...[...renamed.values()].map((now) => change('user_group', now, old.get(now.id)?.revision ?? '', ['name'])),
    ...(was.isCut ? [] : groups.filter(({ id }) => !old.has(id)).map((now) => change('user_group', now, '', ['name']))),
  ];
}

function differences(kind: SeenChange['resourceKind'], before: Remembered, now: Seen | null | undefined): SeenChange[] {
  if (!now) return [];
  const names = kind === 'user' ? FIELDS.filter((name) => !before.isSame(name, now.values[name])) : [];
  return before.revision === now.revision && names.length === 0 ? [] : [change(kind, now, before.revision, names)];
}

function change(
  resourceKind: SeenChange['resourceKind'],
  { id, values }: Seen,
  revision: string,
  names: readonly string[],
): SeenChange {
  return {
    resourceKind,
    resourceId: id,
    name: values.name ?? '',
    revision,
    values: names.map((name) => ({ name, value: values[name] ?? '' })),
  };
}

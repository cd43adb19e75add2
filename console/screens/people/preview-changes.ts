import type {
  PeopleImportChange,
  PeopleImportValue,
  PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { labelOf } from '../../components/labels.ts';
import type { Remark } from '../../components/message.ts';
import { dateTimeText, type Present } from '../../components/time.ts';
import { type Change, namesIn } from '../../route/conflict.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';

/** Says of the people and groups that have changed since a preview who has changed each, and to what. */
export async function changesOfPreview(
  visit: SessionVisit,
  { changes, changeCount }: Pick<PreviewPeopleImportResponse, 'changes' | 'changeCount'>,
): Promise<readonly Remark[]> {
  const told = await Promise.all(
    changes.map(async (change): Promise<Remark> => {
      const { resourceKind, resourceId, revision, name } = change;
      const by = (await changesSince(visit, { resourceKind, resourceId }, revision)) ?? [];
      return { label: resourceKind === 'user_group' ? `Group ${name}` : name, text: textOf(change, by, visit.present) };
    }),
  );
  const others = changeCount - changes.length;
  return others > 0 ? [...told, { text: `${others} more people or groups` }] : told;
}

function textOf({ revision, values }: PeopleImportChange, by: readonly Change[], present: Present): string {
  const [last] = by;
  const author = last && `${namesIn(by)} (${dateTimeText(last.at, present)})`;
  const now = values.length > 0 && `now ${new Intl.ListFormat('en').format(values.map(wordsOf))}`;
  if (revision !== '')
    return [author !== undefined && `changed by ${author}`, now || undefined].filter(Boolean).join(', ') || 'changed';
  // A record with a history was there before, and has only come to be the one of the row.
  return by.length === 1 ? `added by ${author}` : now || 'added';
}

/** A field and what it holds: Name “Ada”. */
export function wordsOf({ name, value }: PeopleImportValue): string {
  return `${labelOf(name)} ${value === '' ? 'empty' : `“${value}”`}`;
}

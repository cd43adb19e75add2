import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { timeAndDate } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { actorsOf, nameOf, wordOfKind } from './actors.ts';
import { readAudit } from './read-audit.ts';
import { sentenceOf } from './sentences.ts';

/** The latest changes of a record, with the way to all of them. */
export async function changesSection(
  { call, callIfAvailable, present }: SessionVisit,
  filter: { readonly resourceKind: string; readonly resourceId: string },
): Promise<Html> {
  const [actors, { records, isIncomplete }] = await Promise.all([
    actorsOf(call),
    readAudit(callIfAvailable, filter, undefined),
  ]);
  const list = table<AuditRecord>({
    label: 'Changes',
    rows: records.slice(0, SHOWN),
    columns: [
      { head: 'When', cell: ({ recordedAt }) => timeAndDate(recordedAt, present) },
      { head: 'What', kind: 'wrap', cell: (record) => sentenceOf(record, undefined) },
      {
        head: 'Who',
        kind: 'wrap',
        cell: (record) => html`${nameOf(record, actors)} <span class="muted small">${wordOfKind(record)}</span>`,
      },
    ],
    empty: isIncomplete
      ? {
          title: 'Unavailable right now',
          text: 'Part of Lyceum is temporarily unavailable. Try again in a few seconds.',
        }
      : { title: 'No changes', text: 'Changes appear here, along with who made them.' },
  });
  const audit = html`<a href="/console/audit?${new URLSearchParams({ record: filter.resourceId }).toString()}">Audit</a>`;
  return section('changes', 'Changes', list, audit);
}

const SHOWN = 10;

import { RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { badge, linkButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { rowMenu } from '../../components/row-menu.ts';
import { table } from '../../components/table.ts';
import { clockRange, dayOf, hours } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { addressOf, isOpen, type Names, originOf, PATH, pathOf, periodText } from './record-of.ts';

/** Time records, below the day on which they begin. */
export function recordsTable(records: readonly TimeRecord[], names: Names, { query, present }: SessionVisit): Html {
  return table<TimeRecord>({
    label: t.frame.timeRecords,
    rows: records,
    columns: [
      { head: t.words.person, cell: ({ userId }) => names(userId) },
      {
        head: t.words.time,
        cell: (record) => html`${clockRange(record.startTime, record.endTime, present)}${stateOf(record)}`,
      },
      {
        head: t.timeRecords.worked,
        kind: 'num',
        cell: ({ workedMinutes }) => workedMinutes !== undefined && hours(workedMinutes),
      },
      {
        head: t.timeRecords.pauses,
        kind: 'num',
        cell: ({ pauseMinutes }) => pauseMinutes !== undefined && hours(pauseMinutes),
      },
      { head: t.timeRecords.source, cell: originOf },
      {
        head: t.words.action,
        kind: 'action',
        cell: (record) => rowMenu(`${names(record.userId)}, ${periodText(record, present)}`, actionsOf(record, query)),
      },
    ],
    group: ({ startTime }) => dayOf(startTime, present),
    href: (record) => addressOf(record, query),
    empty: { title: t.timeRecords.none, text: t.timeRecords.noneText },
  });
}

function actionsOf(record: TimeRecord, query: SessionVisit['query']): Html[] {
  const { from = '', to = '' } = query;
  const person = record.userId;
  return [
    ...(isOpen(record) ? [linkButton(pathOf(record, '/end'), t.recordForms.endSession)] : []),
    ...(isToCheck(record) ? [linkButton(addressOf(record, query, '/confirm'), t.recordForms.itWasSo)] : []),
    linkButton(`${PATH}?${new URLSearchParams({ from, to, person })}`, t.timeRecords.allOfPerson),
    linkButton(`${PATH}/add?${new URLSearchParams({ person })}`, t.recordForms.add),
  ];
}

/** Whether nobody has looked at a log since it was closed automatically. */
function isToCheck({ autoClosed, correctedAt }: TimeRecord): boolean {
  return autoClosed && correctedAt === undefined;
}

/** How a record got its end, unless by a punch. */
function stateOf(record: TimeRecord): Html | undefined {
  const { endTime, status, autoClosed, correctedAt } = record;
  if (endTime === undefined)
    return html` ${badge('good', status === RecordStatus.PAUSED ? t.timeRecords.clockedInPaused : t.timeRecords.clockedIn)}`;
  if (isToCheck(record)) return html` ${badge('warn', t.timeRecords.closedAutomatically)}`;
  if (correctedAt === undefined) return undefined;
  return html` ${badge('plain', autoClosed ? t.timeRecords.closedAndChecked : t.timeRecords.corrected)}`;
}

import { RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { badge, linkButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { rowMenu } from '../../components/row-menu.ts';
import { table } from '../../components/table.ts';
import { clockRange, dayOf, hours } from '../../components/time.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { addressOf, isOpen, type Names, originOf, PATH, pathOf, periodText } from './record-of.ts';

/** Time records, below the day on which they begin. */
export function recordsTable(records: readonly TimeRecord[], names: Names, { query, present }: SessionVisit): Html {
  return table<TimeRecord>({
    label: 'Time records',
    rows: records,
    columns: [
      { head: 'Person', cell: ({ userId }) => names(userId) },
      {
        head: 'Time',
        cell: (record) => html`${clockRange(record.startTime, record.endTime, present)}${stateOf(record)}`,
      },
      { head: 'Worked', kind: 'num', cell: ({ workedMinutes }) => workedMinutes !== undefined && hours(workedMinutes) },
      { head: 'Pauses', kind: 'num', cell: ({ pauseMinutes }) => pauseMinutes !== undefined && hours(pauseMinutes) },
      { head: 'Source', cell: originOf },
      {
        head: 'Action',
        kind: 'action',
        cell: (record) => rowMenu(`${names(record.userId)}, ${periodText(record, present)}`, actionsOf(record, query)),
      },
    ],
    group: ({ startTime }) => dayOf(startTime, present),
    href: (record) => addressOf(record, query),
    empty: { title: 'No time records', text: NONE },
  });
}

function actionsOf(record: TimeRecord, query: SessionVisit['query']): Html[] {
  const { from = '', to = '' } = query;
  const person = record.userId;
  return [
    ...(isOpen(record) ? [linkButton(pathOf(record, '/end'), 'End session')] : []),
    ...(isToCheck(record) ? [linkButton(addressOf(record, query, '/confirm'), 'It was so')] : []),
    linkButton(`${PATH}?${new URLSearchParams({ from, to, person })}`, 'All of this person'),
    linkButton(`${PATH}/add?${new URLSearchParams({ person })}`, 'Add record'),
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
    return html` ${badge('good', status === RecordStatus.PAUSED ? 'Clocked in, paused' : 'Clocked in')}`;
  if (isToCheck(record)) return html` ${badge('warn', 'Closed automatically')}`;
  if (correctedAt === undefined) return undefined;
  return html` ${badge('plain', autoClosed ? 'Closed automatically, checked' : 'Corrected')}`;
}

const NONE = 'No time records match. Choose another period, person or group, or show all.';

import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { diff } from '../../components/diff.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { dayOf, type Present, timeOfDay } from '../../components/time.ts';
import { type Actors, isFiltered, keyOf, nameOf, wordOfKind } from './actors.ts';
import { nameOfKind } from './kinds.ts';

/** Changes, a list for each day. */
export function changesByDay(records: readonly AuditRecord[], actors: Actors, present: Present): Html {
  const days = Map.groupBy(records, ({ recordedAt }) => dayOf(recordedAt, present));
  return html`${[...days].map(([day, ofDay], index) =>
    section(`day-${index}`, day, html`<ol class="log">${ofDay.map((each) => entry(each, actors, present))}</ol>`),
  )}`;
}

function entry(record: AuditRecord, actors: Actors, present: Present): Html {
  const { recordedAt, resourceKind, resourceId, operation, requestId, changes } = record;
  return html`
<li>${timeOfDay(recordedAt, present)}<div>${actor(record, actors)}</div><div><b>${nameOfKind(resourceKind)} ${doneIn(record)}</b> ${actors.get(`${resourceKind}:${resourceId}`)}${
    changes.length > 0 && diff(changes)
  }<div class="meta mono"><a href="${addressOf({ record: resourceId })}">${resourceId}</a><span>${operation.replace(/^.*[./]/, '')}</span><span>Request ${requestId}</span></div></div></li>`;
}

/** What a change has done to its record, in a word. */
export function doneIn({ versionBefore, versionAfter }: AuditRecord): string {
  return versionBefore === undefined ? 'created' : versionAfter === undefined ? 'deleted' : 'changed';
}

function actor(record: AuditRecord, actors: Actors): Html {
  const name = nameOf(record, actors);
  return html`${isFiltered(record) ? html`<a href="${addressOf({ who: keyOf(record) })}">${name}</a>` : name}<br><span class="muted small">${wordOfKind(record)}</span>`;
}

function addressOf(filter: Readonly<Record<string, string>>): string {
  return `/console/audit?${new URLSearchParams(filter)}`;
}

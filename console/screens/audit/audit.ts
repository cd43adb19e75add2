import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { empty, heading, linkButton, notSearched } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { periodOf } from '../../components/period.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { requestPath } from '../requests/requests-table.ts';
import { type Actors, actorOf, actorsOf, nameOf } from './actors.ts';
import { changesByDay } from './changes.ts';
import { kindOptions } from './kinds.ts';
import { type AuditPage, readAudit } from './read-audit.ts';
import { subjectsOf } from './subjects.ts';

const PATH = '/console/audit';

/** The filters by their names in services. */
const FILTERS = {
  actorKind: 'who',
  actorId: 'who',
  resourceKind: 'kind',
  resourceId: 'record',
  from: 'from',
  to: 'to',
};

const NOT_READ: AuditPage = { records: [], cursor: undefined, top: undefined, isIncomplete: false };

/** The changes of records, with their authors and times. */
export const audit = screen({
  path: '/audit',
  async view({ call, callIfAvailable, query, present, session }) {
    const { who = '', kind = '', record = '', from = '', to = '', cursor } = query;
    const { period, faults: ofPeriod } = periodOf({ from, to }, present);
    const filter = {
      ...(who !== '' && actorOf(who)),
      ...(kind !== '' && { resourceKind: kind }),
      ...(record !== '' && { resourceId: record }),
      ...period,
    };
    const [actors, { found = NOT_READ, faults }] = await Promise.all([
      actorsOf(call),
      search(ofPeriod, FILTERS, () => readAudit(callIfAvailable, filter, cursor)),
    ]);
    const isFaulty = found === NOT_READ;
    const { records, isIncomplete } = found;
    const none =
      found.cursor !== undefined
        ? { title: t.audit.later, text: t.audit.laterText }
        : Object.keys(filter).length > 0
          ? { title: t.audit.noMatch, text: t.audit.noMatchText }
          : { title: t.audit.nothing, text: t.audit.nothingText };
    const [subjects, requests] = await Promise.all([
      subjectsOf(callIfAvailable, records, actors),
      requestPages(callIfAvailable, records),
    ]);
    const list =
      records.length === 0
        ? empty(isFaulty ? notSearched() : none)
        : changesByDay(records, { actors, subjects, requests, present });
    return {
      title: t.frame.audit,
      ...(isFaulty && { status: 422 }),
      body: html`${heading({ title: t.frame.audit, about: t.audit.about(session.institutionName), actions: linkButton('/console/audit/stream', t.auditStream.title) })}
${filters({
  label: t.audit.changes,
  path: PATH,
  query,
  faults,
  filters: [
    { kind: 'select', name: 'who', label: t.words.person, options: people(actors, who, records) },
    { kind: 'select', name: 'kind', label: t.words.kind, options: kindOptions() },
    { name: 'record', label: t.audit.recordId, maxLength: 64 },
    { kind: 'datetime-local', name: 'from', label: t.words.from },
    { kind: 'datetime-local', name: 'to', label: t.words.to },
  ],
})}
${filteredList(html`${isIncomplete && html`<p class="message warn">${t.audit.incomplete}</p>`}${list}`, pages({ path: PATH, query, cursor: found.cursor, top: found.top, summary: t.audit.shown(`${records.length}`) }))}`,
    };
  },
});

/** Administrators and integrations, and the actor that the filter names, who may have left. */
function people(actors: Actors, chosen: string, records: readonly AuditRecord[]) {
  const [first] = records;
  const own = chosen !== '' && !actors.has(chosen) ? [[chosen, first ? nameOf(first, actors) : chosen] as const] : [];
  return [['', t.audit.everybody] as const, ...own, ...actors];
}

/**
 * The pages of the requests that have caused changes, by request id. Only integrations' requests are recorded, for some
 * days.
 */
export async function requestPages(
  call: OptionalCall,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const asked = new Map(
    records.filter(({ actorKind }) => actorKind === 'integration').map((each) => [each.requestId, each.recordedAt]),
  );
  const pages = await Promise.all(
    [...asked].map(async ([requestId, recordedAt]) => {
      const at = fromInstantText(recordedAt);
      const around = { from: toInstantText(at - NEAR_MS), to: toInstantText(at + NEAR_MS) };
      const answer = await call(RequestService.method.listRequests, { requestId, page: { size: 1 }, ...around });
      const [found] = answer?.requests ?? [];
      return found ? [[requestId, requestPath(found)] as const] : [];
    }),
  );
  return new Map(pages.flat());
}

/** A request and its change are near each other; so few days are searched. */
const NEAR_MS = 10 * 60_000;

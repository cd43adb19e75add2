import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { dateFault } from '../../../platform/core/instant.ts';
import { type Finding, FindingService, FindingState } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { faultSummary, heading } from '../../components/elements.ts';
import { type Field, type FormState, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { Failure } from '../../http/failure.ts';
import { type Redirect, type Screen, type SessionVisit, screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { namesOf } from '../time-records/record-of.ts';
import { FINDINGS, memberOf } from './filter.ts';
import { findingsTable, peopleIn } from './table.ts';

/** Acknowledges one finding. */
export const acknowledgeFinding = acknowledging('/time-records/findings/{id}/acknowledge', async ({ call, params }) => {
  const { findings } = await call(FindingService.method.getFindings, { ids: [params.id ?? ''] });
  if (findings.length === 0) throw new Failure(404);
  return findings.filter(({ acknowledged }) => !acknowledged);
});

/** Acknowledges all open findings of a person's week at once. */
export const acknowledgeWeek = acknowledging(
  '/time-records/findings/weeks/{userId}/{monday}/acknowledge',
  async ({ call, params: { userId = '', monday = '' } }) => {
    if (dateFault(monday)) throw new Failure(404);
    const to = String(Temporal.PlainDate.from(monday).add({ days: 7 }));
    const request = { from: monday, to, state: FindingState.OPEN, member: memberOf(userId), page: { size: MOST } };
    return (await call(FindingService.method.listFindings, request)).findings;
  },
);

/** A form with one reason for the findings that it shows. Without any, there is nothing that it could do. */
function acknowledging(path: string, read: (visit: SessionVisit) => Promise<readonly Finding[]>): Screen {
  async function show(visit: SessionVisit, state: FormState, isChanged = false): Promise<Page | Redirect> {
    const found = await read(visit);
    const [first] = found;
    if (!first) return { to: backOf(visit) };
    const names = await namesOf(visit.callIfAvailable, peopleIn(found));
    const seen = found.map(({ id, revision }) => `${id}:${revision}`).join(' ');
    const title = t.findings.acknowledgeTitle(found.length);
    const about = t.findings.aboutAcknowledging(names(first.userId));
    return {
      title,
      body: html`${heading({ title, parent: { href: backOf(visit), title: t.findings.title }, about })}${isChanged && faultSummary(t.findings.changed, [])}${findingsTable(
        t.findings.title,
        found,
        { names, present: visit.present },
      )}${form(state, { fields: [reasonField()], submit: t.findings.acknowledge, carried: { seen }, cancel: backOf(visit) })}`,
    };
  }
  return screen({
    path,
    success: () => t.findings.done,
    view: (visit, state) => show(visit, state),
    async submit(visit) {
      const { reason = '', seen = '' } = visit.values;
      await read(visit);
      if (reason === '') refuseFaults({ reason: t.failures.fillIn });
      const findings = seen.split(' ').map((each) => {
        const [id = '', revision = ''] = each.split(':');
        return { id, revision };
      });
      try {
        await visit.send(FindingService.method.acknowledgeFindings, { findings, reason });
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'FINDING_CHANGED')) throw error;
        const page = await show(visit, { ...visit.fresh, values: { reason } }, true);
        return 'to' in page ? page : { ...page, status: 409 };
      }
      return { to: backOf(visit) };
    },
  });
}

/** Opens a finding again: a button that shows nothing else. */
export const reopenFinding = screen({
  path: '/time-records/findings/{id}/reopen',
  success: () => t.findings.reopened,
  async submit(visit) {
    const ids = [visit.params.id ?? ''];
    if ((await visit.call(FindingService.method.getFindings, { ids })).findings.length === 0) throw new Failure(404);
    await visit.send(FindingService.method.reopenFindings, { ids });
    return { to: backOf(visit) };
  },
});

/** The list that has led here. */
function backOf({ query }: Pick<SessionVisit, 'query'>): string {
  return `${FINDINGS}?${new URLSearchParams(query)}`;
}

function reasonField(): Field {
  const { reason: label } = t.words;
  return { kind: 'textarea', name: 'reason', label, required: true, maxLength: 500, help: t.findings.reasonHelp };
}

/** More than a person has in a week. */
const MOST = 100;

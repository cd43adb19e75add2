import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { present as required } from '../../../platform/core/present.ts';
import { type Archive, ArchiveService, ArchiveState } from '../../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { facts, faultSummary, heading, link, linkButton, section } from '../../components/elements.ts';
import { type FormState, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { sentenceOf } from '../../components/refusals.ts';
import { dateTime, type Present, timeAhead } from '../../components/time.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { downloadPathOf, YOUR_DATA } from './paths.ts';

/** The archive of all data of the institution. */
export const yourData = screen({
  path: '/settings/your-data',
  view: page,
  async submit(visit) {
    const { call, callAfterwards, log, session, fresh } = visit;
    try {
      // Without the form's key: a second request gets 409, also the same form.
      const { archive } = await call(ArchiveService.method.requestArchive, {});
      const institution = {
        id: session.actor.institutionId,
        ref: session.institutionRef,
        name: session.institutionName,
      };
      // Loaded here: the lists of the API take memory that most consoles never need.
      const { makeArchive } = await import('./make-archive.ts');
      void makeArchive({ archive: required(archive, 'archive'), institution, call: callAfterwards, log });
      return { to: YOUR_DATA };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'ARCHIVE_UNDER_WAY') throw error;
      return { ...(await page(visit, { ...fresh, fault: sentenceOf(error.message) })), status: 409 };
    }
  },
});

async function page({ call, session, present, publicUrl }: SessionVisit, state: FormState): Promise<Page> {
  const { archive } = await call(ArchiveService.method.getArchive, {});
  const isRunning = archive?.state === ArchiveState.RUNNING;
  return {
    title: 'Your data',
    isNarrow: true,
    body: html`${heading({
      title: 'Your data',
      parent: { href: '/console/settings', title: 'Settings' },
      about: html`Everything that is stored of ${session.institutionName}, as one file. <a href="${publicUrl}/docs/guides/your-data">How to read it</a>`,
    })}${isRunning && state.fault !== undefined && faultSummary(state.fault, [])}<div id="archive"${isRunning && POLL}>${archive && shown(archive, present)}${
      !isRunning &&
      html`${form(state, { fields: [], submit: 'Make archive' })}<p class="muted">It takes a few minutes. Stay signed in until it is made. It is kept for a day, and takes the place of the one before.</p>`
    }</div>${section('content', 'What is in it', CONTENT)}`,
  };
}

const POLL = html` hx-get="${YOUR_DATA}" hx-trigger="every 2s" hx-target="#archive" hx-select="#archive" hx-swap="outerHTML"`;

function shown(archive: Archive, present: Present): Html {
  const { requestedBy, requestedAt, state, done, total, size, expiresAt } = archive;
  const about = facts([
    ['Requested', html`${dateTime(requestedAt, present)} by ${requestedBy}`],
    ['Size', size !== undefined && sizeText(Number(size))],
    ['Kept until', state === ArchiveState.FINISHED && timeAhead(expiresAt, present)],
  ]);
  if (state === ArchiveState.RUNNING)
    return html`<p role="status">The archive is being made: ${total === 0 ? 'it has begun' : `${done} of ${total} steps are done`}. ${link(YOUR_DATA, 'Show again')}</p>${about}`;
  if (state === ArchiveState.FAILED)
    return html`<p role="status">The archive could not be made. Make it again.</p>${about}`;
  return html`<p role="status">The archive is ready.</p>${about}<p>${linkButton(downloadPathOf(archive), 'Download', 'primary')}</p>`;
}

function sizeText(bytes: number): string {
  const [unit, length] = bytes < 1_000_000 ? ['kB', 1_000] : bytes < 1_000_000_000 ? ['MB', 1_000_000] : ['GB', 1e9];
  return `${Math.ceil(bytes / Number(length))} ${unit}`;
}

const CONTENT = html`<ul>
<li>Records as the API shows them, a line each: people, groups, courses, appointments, curricula, continuing education, locations, rooms, events.</li>
<li>All time records, as Export CSV has them.</li>
<li>The rows of all tables, with the audit and the requests of integrations, and a description of every field.</li>
</ul>
<p class="muted">Not in it: secrets, passkeys and other credentials, not even as hashes; traces of requests, such as their IDs; and what lives only for a moment, such as sessions. Who asks for the archive and who downloads it is in the audit.</p>`;

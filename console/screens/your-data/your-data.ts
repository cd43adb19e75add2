import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { present as required } from '../../../platform/core/present.ts';
import { type Archive, ArchiveService, ArchiveState } from '../../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { facts, faultSummary, heading, link, linkButton, section } from '../../components/elements.ts';
import { type FormState, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
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
    title: t.yourData.title,
    isNarrow: true,
    body: html`${heading({
      title: t.yourData.title,
      parent: { href: '/console/settings', title: t.frame.settings },
      about: html`${t.yourData.about(session.institutionName)} <a href="${publicUrl}/docs/guides/your-data" hreflang="en">${t.yourData.guide}</a>`,
    })}${isRunning && state.fault !== undefined && faultSummary(state.fault, [])}<div id="archive"${isRunning && POLL}>${archive && shown(archive, present)}${
      !isRunning &&
      html`${form(state, { fields: [], submit: t.yourData.make })}<p class="muted">${t.yourData.aboutMaking}</p>`
    }</div>${section('content', t.yourData.content, content())}`,
  };
}

const POLL = html` hx-get="${YOUR_DATA}" hx-trigger="every 2s" hx-target="#archive" hx-select="#archive" hx-swap="outerHTML"`;

function shown(archive: Archive, present: Present): Html {
  const { requestedBy, requestedAt, state, done, total, size, expiresAt } = archive;
  const about = facts([
    [t.yourData.requested, t.yourData.requestedBy(dateTime(requestedAt, present), requestedBy)],
    [t.yourData.size, size !== undefined && sizeText(Number(size))],
    [t.yourData.keptUntil, state === ArchiveState.FINISHED && timeAhead(expiresAt, present)],
  ]);
  if (state === ArchiveState.RUNNING)
    return html`<p role="status" data-said>${total === 0 ? t.yourData.hasBegun : t.yourData.isRunning(done, total)} ${link(YOUR_DATA, t.yourData.showAgain)}</p>${about}`;
  if (state === ArchiveState.FAILED) return html`<p role="status" data-said>${t.yourData.failed}</p>${about}`;
  return html`<p role="status" data-said>${t.yourData.isReady}</p>${about}<p>${linkButton(downloadPathOf(archive), t.yourData.download, 'primary')}</p>`;
}

function sizeText(bytes: number): string {
  const { kilobytes, megabytes, gigabytes } = t.yourData;
  const [write, length] = bytes < 1e6 ? [kilobytes, 1e3] : bytes < 1e9 ? [megabytes, 1e6] : [gigabytes, 1e9];
  return write(numberText(Math.ceil(bytes / length)));
}

function content(): Html {
  const { records, timeRecords, rows, notInIt } = t.yourData;
  return html`<ul>${[records, timeRecords, rows].map((each) => html`<li>${each}</li>`)}</ul><p class="muted">${notInIt}</p>`;
}

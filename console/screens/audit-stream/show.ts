import { type AuditStream, AuditStreamService } from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { badge, empty, facts, heading, linkButton, postButton } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { dateTime, type Present } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { faultText, kinds, PATH } from './stream-of.ts';

/** Where the audit is sent, and how far that has come. */
export const auditStream = screen({
  path: '/audit/stream',
  async view({ call, present }) {
    const { stream } = await call(AuditStreamService.method.getAuditStream, {});
    const { title, about } = t.auditStream;
    const parent = { href: '/console/audit', title: t.frame.audit };
    if (!stream) {
      const { none, noneText, setUp } = t.auditStream;
      const action = linkButton(`${PATH}/set`, setUp, 'primary');
      return {
        title,
        body: html`${heading({ title, parent, about })}${empty({ title: none, text: noneText, action })}`,
      };
    }
    const { kind, url, sentUntil, acceptedAt, fault } = stream;
    const actions = html`${postButton(`${PATH}/resume`, t.auditStream.resume)}${linkButton(`${PATH}/set`, t.words.change)}${linkButton(`${PATH}/remove`, t.auditStream.remove, 'danger')}`;
    return {
      title,
      body: html`${heading({ title, parent, about, actions })}${warning(stream, present)}${facts([
        [t.words.state, state(stream)],
        [t.auditStream.kind, t.auditStream.kinds[kinds.of(kind)]],
        [t.words.address, html`<span class="mono">${url}</span>`],
        [t.auditStream.sentUntil, dateTime(sentUntil, present)],
        [t.auditStream.acceptedAt, acceptedAt !== undefined && dateTime(acceptedAt, present)],
        [t.auditStream.lastAnswer, fault !== undefined && faultText(fault)],
      ])}`,
    };
  },
});

function state({ pausedBy, failingSince }: AuditStream): Fragment {
  if (pausedBy !== undefined) return badge('bad', t.auditStream.paused);
  return failingSince === undefined ? badge('good', t.auditStream.sending) : badge('warn', t.auditStream.failing);
}

function warning({ pausedBy, failingSince }: AuditStream, present: Present): Fragment {
  if (pausedBy !== undefined)
    return html`<p class="message bad"><span>${t.auditStream.isPaused(faultText(pausedBy))}</span></p>`;
  if (failingSince === undefined) return false;
  return html`<p class="message warn"><span>${t.auditStream.isFailing(dateTime(failingSince, present))}</span></p>`;
}

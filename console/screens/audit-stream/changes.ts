import { AuditStreamService } from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading, linkButton, secret } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { screen } from '../../route/screen.ts';
import { startOf } from '../time-records/record-of.ts';
import { changedStream, kinds, PATH } from './stream-of.ts';

const parent = () => ({ href: PATH, title: t.auditStream.title });

/** Sets where the audit is sent, and shows a signing secret that was made for it, once. */
export const setAuditStream = changeScreen(changedStream, {
  path: '/audit/stream/set',
  success: () => t.auditStream.saved,
  next: () => PATH,
  fields: (_visit, stream) => [
    {
      kind: 'select',
      name: 'kind',
      label: t.auditStream.kind,
      options: kinds.all.map((each) => [each, t.auditStream.kinds[each]] as const),
      value: stream ? kinds.of(stream.kind) : 'https',
    },
    {
      kind: 'url',
      name: 'url',
      label: t.words.address,
      required: true,
      maxLength: 2048,
      value: stream?.url ?? '',
      help: t.auditStream.addressHelp,
    },
    {
      kind: 'password',
      name: 'secret',
      label: t.auditStream.secret,
      maxLength: 1024,
      help: stream ? `${t.auditStream.secretHelp} ${t.auditStream.keepSecret}` : t.auditStream.secretHelp,
    },
    { kind: 'date', name: 'from', label: t.auditStream.from, value: '', help: t.auditStream.fromHelp },
  ],
  view(_visit, { record, fields, ...state }) {
    const title = record ? t.auditStream.change : t.auditStream.setUp;
    return {
      title,
      isNarrow: true,
      body: html`${heading({ title, parent: parent() })}${form(state, { fields, submit: record ? t.words.save : title, cancel: PATH })}`,
    };
  },
  async save({ send, values: { kind = '', url = '', secret: given = '', from = '' }, precondition, present }) {
    const sent = {
      ...{ kind: kinds.from(kind as (typeof kinds.all)[number]), url, precondition },
      ...(given !== '' && { secret: given }),
      ...(from !== '' && { from: startOf(Temporal.PlainDate.from(from), present) }),
    };
    const { secret: made } = await send(AuditStreamService.method.setAuditStream, sent);
    if (made === '') return undefined;
    const { title, copyNow, ifLost, signingSecret, open } = t.auditStream;
    const shown = secret({
      title: copyNow,
      about: ifLost,
      values: [[signingSecret, made]],
      next: html`<p>${linkButton(PATH, open)}</p>`,
    });
    return { title, isNarrow: true, body: html`${heading({ title, parent: parent() })}${shown}` };
  },
});

/** Tries again at once: a button that shows nothing else. */
export const resumeAuditStream = screen({
  path: '/audit/stream/resume',
  success: () => t.auditStream.resumed,
  async submit({ send }) {
    await send(AuditStreamService.method.resumeAuditStream, {});
    return { to: PATH };
  },
});

/** Sends nothing more. */
export const removeAuditStream = changeScreen(changedStream, {
  path: '/audit/stream/remove',
  success: () => t.auditStream.removed,
  next: () => PATH,
  isDone: (stream) => stream === undefined,
  facts: (_visit, stream) => [
    { name: 'url', label: t.words.address, value: stream?.url ?? '', words: t.parts.quoted(stream?.url ?? '') },
  ],
  view: (_visit, state) => ({
    title: t.auditStream.remove,
    body: confirmation(state, {
      title: t.auditStream.removeQuestion,
      consequences: [t.auditStream.removeStops, t.auditStream.removeKeeps],
      act: t.auditStream.remove,
      back: PATH,
    }),
  }),
  async save({ send, precondition }) {
    await send(AuditStreamService.method.removeAuditStream, { precondition });
    return undefined;
  },
});

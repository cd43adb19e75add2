import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { linkButton, submitButton } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { publicScreen } from '../../route/screen.ts';

/**
 * The link in an email about problems, which ends them without a session. Opening it changes nothing: mail scanners
 * open links. Its form is also sent by mail programs, whose proof is the link (RFC 8058).
 */
export const unsubscribe = publicScreen({
  path: '/unsubscribe/{token}',
  isSentFromAnywhere: true,
  async view({ call, params: { token = '' } }) {
    const { isValid } = await call(ProblemMailService.method.checkUnsubscribeLink, { token });
    if (!isValid) return unknown();
    return {
      title: t.unsubscribe.title,
      body: html`<div><h1>${t.unsubscribe.question}</h1><p class="muted">${t.unsubscribe.about}</p></div>
<form class="form" method="post">${submitButton(t.unsubscribe.act, 'primary wide')}</form>`,
    };
  },
  async submit({ send, params: { token = '' } }) {
    const { isValid } = await send(ProblemMailService.method.unsubscribeWithLink, { token });
    return isValid ? stopped() : unknown();
  },
});

function stopped(): Page {
  return {
    title: t.unsubscribe.stopped,
    body: html`<div><h1>${t.unsubscribe.stopped}</h1><p class="muted">${t.unsubscribe.stoppedText}</p></div>
<p>${linkButton('/console/account', t.unsubscribe.goToAccount)}</p>`,
  };
}

function unknown(): Page {
  return {
    title: t.unsubscribe.unknown,
    status: 404,
    body: html`<div><h1>${t.unsubscribe.unknown}</h1><p class="muted">${t.unsubscribe.unknownText}</p></div>
<p>${t.unsubscribe.underAccount}</p>
<p>${linkButton('/console/account', t.unsubscribe.goToAccount)}</p>`,
  };
}

import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { linkButton, submitButton } from '../../components/elements.ts';
import { html } from '../../components/html.ts';
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
    if (!isValid) return UNKNOWN;
    return {
      title: 'Stop emails about problems',
      body: html`<div><h1>Stop emails about problems?</h1><p class="muted">Lyceum no longer tells you of webhooks that were switched off, secrets that end and integrations near their limit. You can turn the emails on again under Account.</p></div>
<form class="form" method="post">${submitButton('Stop these emails', 'primary wide')}</form>`,
    };
  },
  async submit({ send, params: { token = '' } }) {
    const { isValid } = await send(ProblemMailService.method.unsubscribeWithLink, { token });
    return isValid ? STOPPED : UNKNOWN;
  },
});

const STOPPED: Page = {
  title: 'You get no more emails about problems',
  body: html`<div><h1>You get no more emails about problems</h1><p class="muted">What needs attention is on the overview.</p></div>
<p>${linkButton('/console/account', 'Go to your account')}</p>`,
};

const UNKNOWN: Page = {
  title: 'This link does not work',
  status: 404,
  body: html`<div><h1>This link does not work</h1><p class="muted">It may be incomplete, or very old.</p></div>
<p>You can stop emails about problems under Account, too.</p>
<p>${linkButton('/console/account', 'Go to your account')}</p>`,
};

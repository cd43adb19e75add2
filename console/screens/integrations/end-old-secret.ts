import { type IntegrationSecret, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { linkButton } from '../../components/button.ts';
import { confirmation } from '../../components/confirmation.ts';
import { html } from '../../components/html.ts';
import { faultSummary } from '../../components/message.ts';
import { changeScreen, type Fact } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, pathOf, SYNC, secretFact } from './integration-of.ts';

const ending = ({ path: base, secret, open }: CredentialKind) =>
  changeScreen(changedIntegration, {
    path: `${base}/end-old-${secret}`,
    success: `The old ${secret} has ended.`,
    next: pathOf,
    facts: (visit, { secrets }) => [previousFact(visit, secrets, secret)],
    view(visit, { record, conflict, ...state }) {
      const { value: hint, words } = previousFact(visit, record.secrets, secret);
      const title = `End old ${secret}`;
      if (hint === '')
        return {
          title,
          body: html`<div class="confirm"><h1>${title}</h1>${conflict && faultSummary(conflict.title, conflict.remarks)}<p>This ${secret} has ended.</p><p>${linkButton(pathOf(record), open)}</p></div>`,
        };
      return {
        title,
        body: confirmation(
          { ...state, ...(conflict && { conflict }) },
          {
            title: `End the old ${secret} of ${record.name}?`,
            consequences: [
              html`It is the ${secret} ${words}.`,
              'Requests that use it will be rejected immediately. Make sure the new one is in use everywhere.',
            ],
            act: `End old ${secret}`,
            back: pathOf(record),
          },
        ),
      };
    },
    async save({ send, record: { clientId }, seen: { secret: hint = '' }, precondition }) {
      await send(IntegrationService.method.endOldSecret, { clientId, hint, precondition });
      return undefined;
    },
  });

/** Ends a previous secret before its time: the one that the address names, or else the oldest. */
export const endOldSecret = ending(INTEGRATION);

/** The same with a token of a directory sync. */
export const endOldToken = ending(SYNC);

function previousFact(
  { query, present }: SessionVisit,
  secrets: readonly IntegrationSecret[],
  secret: CredentialKind['secret'],
): Fact {
  const { secret: named } = query;
  const found = secrets.slice(0, -1).find(({ hint }) => named === undefined || hint === named);
  return secretFact(`Old ${secret}`, found, present);
}

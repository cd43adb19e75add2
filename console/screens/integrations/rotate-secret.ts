import { present as required } from '../../../platform/core/present.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { credentialsPage } from './credentials.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, pathOf, SYNC, secretFact } from './integration-of.ts';

const rotation = ({ path: base, secret }: CredentialKind) =>
  changeScreen(changedIntegration, {
    path: `${base}/rotate`,
    success: `The ${secret} was rotated.`,
    next: pathOf,
    facts: ({ present }, { secrets }) => [secretFact(`Present ${secret}`, secrets.at(-1), present)],
    fields: (_visit, { secrets }) => [
      {
        kind: 'select',
        isParameter: true,
        name: 'keepFormerSeconds',
        label: `Old ${secret} ends`,
        value: '86400',
        options: [
          ['0', 'Now'],
          ['3600', 'In 1 hour'],
          ['86400', 'In 24 hours'],
          ['604800', 'In 7 days'],
        ],
        help: secrets.length > 2 && `There are already three ${secret}s. End an old one first.`,
      },
    ],
    view({ present }, { record, fields, ...state }) {
      const path = pathOf(record);
      const { words } = secretFact('', record.secrets.at(-1), present);
      return {
        title: `Rotate the ${secret} of ${record.name}`,
        isNarrow: true,
        body: html`${heading({
          title: `Rotate ${secret}`,
          parent: { href: path, title: record.name },
          about: html`You’ll get a new ${secret}. The old one (${words}) keeps working for the time you choose, so you can replace it first.`,
        })}${form(state, { fields, submit: `Rotate ${secret}`, cancel: path })}`,
      };
    },
    async save({ send, record: { clientId }, values, seen, precondition, publicUrl }) {
      const keepFormerSeconds = Number(values.keepFormerSeconds);
      const asked = { clientId, keepFormerSeconds, currentHint: seen.secret, precondition };
      const rotated = await send(IntegrationService.method.rotateIntegrationSecret, asked);
      return credentialsPage(required(rotated.integration, 'integration'), rotated.clientSecret, publicUrl);
    },
  });

/** Gives an integration a new secret; the old one stays valid for a chosen time. */
export const rotateSecret = rotation(INTEGRATION);

/** The same with the token of a directory sync. */
export const rotateToken = rotation(SYNC);

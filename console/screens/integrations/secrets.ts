import { present as required } from '../../../platform/core/present.ts';
import {
  type Integration,
  type IntegrationSecret,
  IntegrationService,
} from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, linkButton, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { dateTime, type Present, time } from '../../components/time.ts';
import { changeScreen, type Fact } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { credentialsPage } from './create.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, pathOf, SYNC, secretFact } from './integration-of.ts';

const rotation = ({ path: base, secret }: CredentialKind) =>
  changeScreen(changedIntegration, {
    path: `${base}/rotate`,
    success: () => `The ${secret} was rotated.`,
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

const ending = ({ path: base, secret, open }: CredentialKind) =>
  changeScreen(changedIntegration, {
    path: `${base}/end-old-${secret}`,
    success: () => `The old ${secret} has ended.`,
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

/**
 * The secrets of an integration, the newest first.
 * @param uses their last uses by fingerprint; undefined while that cannot be read, or for none
 */
export function secretsTable(
  integration: Integration,
  uses: ReadonlyMap<string, string> | undefined,
  present: Present,
): Html {
  const { secrets } = integration;
  const newest = secrets.at(-1);
  const list = table<IntegrationSecret>({
    label: 'Secrets',
    rows: secrets.toReversed(),
    columns: [
      { head: 'Secret', cell: (each) => (secrets.length === 1 ? 'Current' : each === newest ? 'New' : 'Old') },
      { head: 'Fingerprint', cell: ({ hint }) => html`<span class="mono muted">${hint}</span>` },
      { head: 'Created', cell: ({ createdAt }) => time(createdAt, present) },
      {
        head: 'Last used',
        cell({ hint }) {
          const last = uses?.get(hint);
          return last === undefined ? html`<span class="muted">Never</span>` : time(last, present);
        },
      },
      {
        head: 'Valid until',
        cell: ({ expiresAt }) =>
          expiresAt === undefined ? html`<span class="muted">No end</span>` : dateTime(expiresAt, present),
      },
      {
        head: 'Action',
        kind: 'action',
        cell: (each) =>
          each === newest
            ? html`<span class="hidden">None</span>`
            : linkButton(pathOf(integration, `/end-old-secret?secret=${each.hint}`), 'End old secret', 'danger'),
      },
    ],
    empty: { title: 'No secrets', text: 'Rotate the secret to get one.' },
  });
  return section('secrets', 'Secrets', list);
}

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
import { t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { dateTime, type Present, time } from '../../components/time.ts';
import { changeScreen, type Fact } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { credentialsPage } from './create.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, pathOf, SYNC, secretFact } from './integration-of.ts';

const rotation = ({ path: base, secret }: CredentialKind) =>
  changeScreen(changedIntegration, {
    path: `${base}/rotate`,
    success: () => t.integrations[secret].rotated,
    next: pathOf,
    facts: ({ present }, { secrets }) => [secretFact(t.integrations[secret].present, secrets.at(-1), present)],
    fields: (_visit, { secrets }) => [
      {
        kind: 'select',
        isParameter: true,
        name: 'keepFormerSeconds',
        label: t.integrations[secret].oldEnds,
        value: '86400',
        options: [
          ['0', t.integrations.endNow],
          ['3600', t.integrations.inOneHour],
          ['86400', t.integrations.inOneDay],
          ['604800', t.integrations.inSevenDays],
        ],
        help: secrets.length > 2 && t.integrations[secret].three,
      },
    ],
    view({ present }, { record, fields, ...state }) {
      const path = pathOf(record);
      const { words } = secretFact('', record.secrets.at(-1), present);
      return {
        title: t.integrations[secret].rotateOf(record.name),
        isNarrow: true,
        body: html`${heading({
          title: t.integrations[secret].rotate,
          parent: { href: path, title: record.name },
          about: t.integrations[secret].aboutRotation(words),
        })}${form(state, { fields, submit: t.integrations[secret].rotate, cancel: path })}`,
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
    success: () => t.integrations[secret].ended,
    next: pathOf,
    facts: (visit, { secrets }) => [previousFact(visit, secrets, secret)],
    view(visit, { record, conflict, ...state }) {
      const { value: hint, words: which } = previousFact(visit, record.secrets, secret);
      const words = t.integrations[secret];
      const title = words.endOld;
      if (hint === '')
        return {
          title,
          body: html`<div class="confirm"><h1>${title}</h1>${conflict && faultSummary(conflict.title, conflict.remarks)}<p>${words.hasEnded}</p><p>${linkButton(pathOf(record), open())}</p></div>`,
        };
      return {
        title,
        body: confirmation(
          { ...state, ...(conflict && { conflict }) },
          {
            title: words.endQuestion(record.name),
            consequences: [words.itIs(which), t.integrations.endConsequence],
            act: title,
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
  return secretFact(t.integrations[secret].old, found, present);
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
    label: t.integrations.secrets,
    rows: secrets.toReversed(),
    columns: [
      {
        head: t.integrations.secretHead,
        cell: (each) =>
          secrets.length === 1
            ? t.integrations.current
            : each === newest
              ? t.integrations.newOne
              : t.integrations.oldOne,
      },
      { head: t.integrations.fingerprint, cell: ({ hint }) => html`<span class="mono muted">${hint}</span>` },
      { head: t.words.created, cell: ({ createdAt }) => time(createdAt, present) },
      {
        head: t.words.lastUsed,
        cell({ hint }) {
          const last = uses?.get(hint);
          return last === undefined ? html`<span class="muted">${t.words.never}</span>` : time(last, present);
        },
      },
      {
        head: t.integrations.validUntil,
        cell: ({ expiresAt }) =>
          expiresAt === undefined
            ? html`<span class="muted">${t.integrations.noEnd}</span>`
            : dateTime(expiresAt, present),
      },
      {
        head: t.words.action,
        kind: 'action',
        cell: (each) =>
          each === newest
            ? html`<span class="hidden">${t.integrations.noAction}</span>`
            : linkButton(
                pathOf(integration, `/end-old-secret?secret=${each.hint}`),
                t.integrations.secret.endOld,
                'danger',
              ),
      },
    ],
    empty: { title: t.integrations.noSecrets, text: t.integrations.noSecretsText },
  });
  return section('secrets', t.integrations.secrets, list);
}

import type { Integration, IntegrationSecret } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { linkButton } from '../../components/button.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { dateTime, type Present, time } from '../../components/time.ts';
import { pathOf } from './integration-of.ts';

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

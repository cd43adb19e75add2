import type { IntegrationUsage } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { copyable, heading, linkButton } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { administratorNames, lastUse, secretUses, usages } from './figures.ts';
import { pathOf, SYNCS, stateBadge } from './integration-of.ts';

/** All integrations of the institution. */
export const integrations = screen({
  path: '/integrations',
  async view({ call, callIfAvailable, present }) {
    const [{ integrations: both }, names, uses, usage] = await Promise.all([
      call(IntegrationService.method.listIntegrations, {}),
      administratorNames(call),
      secretUses(callIfAvailable),
      usages(callIfAvailable),
    ]);
    const all = both.filter(({ isDirectorySync }) => !isDirectorySync);
    const create = linkButton('/console/integrations/new', 'Create integration', 'primary');
    const used = ({ id }: Integration): Fragment => {
      if (!uses) return UNKNOWN;
      const last = lastUse(uses, id);
      return last === undefined ? html`<span class="muted">Never</span>` : time(last, present);
    };
    const count = ({ id }: Integration, of: 'requests' | 'errors'): Fragment =>
      usage ? counted(usage.get(id), of) : UNKNOWN;
    return {
      title: 'Integrations',
      body: html`${heading({
        title: 'Integrations',
        about: 'Each system that calls the API has its own credentials, rate limit and log.',
        actions: html`${linkButton(SYNCS.href, SYNCS.title)}${all.length > 0 && create}`,
      })}${table<Integration>({
        label: 'Integrations',
        rows: all,
        href: pathOf,
        columns: [
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Client ID', cell: ({ clientId }) => copyable('client ID', clientId) },
          { head: 'State', cell: stateBadge },
          { head: 'Last used', cell: used },
          { head: 'Requests, 24 h', kind: 'num', cell: (each) => count(each, 'requests') },
          { head: 'Errors, 24 h', kind: 'num', cell: (each) => count(each, 'errors') },
          {
            head: 'Created',
            cell: ({ createdAt, createdBy = '' }) =>
              html`<span class="muted">${date(createdAt, present)}${names.has(createdBy) && `, ${names.get(createdBy)}`}</span>`,
          },
        ],
        empty: {
          title: 'No integrations yet',
          text: 'An integration is a system that calls the API, such as badge terminals, an HR export or a timetable. Create one to get credentials.',
          action: create,
        },
      })}`,
    };
  },
});

const UNKNOWN = html`<span class="muted" title="The figures are temporarily unavailable.">–</span>`;

function counted(usage: IntegrationUsage | undefined, of: 'requests' | 'errors'): Fragment {
  const value = Number(usage?.[of] ?? 0);
  return value === 0 ? html`<span class="muted">0</span>` : numberText(value);
}

import type { IntegrationUsage } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { copyable, heading, linkButton } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { administratorNames, lastUse, secretUses, usages } from './figures.ts';
import { LIST, pathOf, SYNCS, stateBadge } from './integration-of.ts';

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
    const create = linkButton(`${LIST.href}/new`, t.integrations.create, 'primary');
    const used = ({ id }: Integration): Fragment => {
      if (!uses) return unknown();
      const last = lastUse(uses, id);
      return last === undefined ? html`<span class="muted">${t.words.never}</span>` : time(last, present);
    };
    const count = ({ id }: Integration, of: 'requests' | 'errors'): Fragment =>
      usage ? counted(usage.get(id), of) : unknown();
    return {
      title: LIST.title,
      body: html`${heading({
        title: LIST.title,
        about: t.integrations.about,
        actions: html`${linkButton(SYNCS.href, SYNCS.title)}${all.length > 0 && create}`,
      })}${table<Integration>({
        label: LIST.title,
        rows: all,
        href: pathOf,
        columns: [
          { head: t.words.name, cell: ({ name }) => name },
          { head: t.integrations.clientId, cell: ({ clientId }) => copyable(t.integrations.ofClientId, clientId) },
          { head: t.words.state, cell: stateBadge },
          { head: t.words.lastUsed, cell: used },
          { head: t.integrations.requests, kind: 'num', cell: (each) => count(each, 'requests') },
          { head: t.integrations.errors, kind: 'num', cell: (each) => count(each, 'errors') },
          {
            head: t.words.created,
            cell: ({ createdAt, createdBy = '' }) =>
              html`<span class="muted">${date(createdAt, present)}${names.has(createdBy) && `, ${names.get(createdBy)}`}</span>`,
          },
        ],
        empty: {
          title: t.integrations.none,
          text: t.integrations.noneText,
          action: create,
        },
      })}`,
    };
  },
});

const unknown = () => html`<span class="muted" title="${t.integrations.unknown}">–</span>`;

function counted(usage: IntegrationUsage | undefined, of: 'requests' | 'errors'): Fragment {
  const value = Number(usage?.[of] ?? 0);
  return value === 0 ? html`<span class="muted">0</span>` : numberText(value);
}

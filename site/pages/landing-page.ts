import { sessionExample, type TimeRecordView } from '../../gateway/schema/time-record.ts';
import { clientPackages } from '../clients/packages.ts';
import { highlight } from '../markdown/highlight.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import { pageOf } from './page.ts';

/** What programs find here, by name. */
export const addresses = {
  name: 'Lyceum',
  api: '/api/v4',
  guides: '/docs/guides',
  docs: '/docs',
  errors: '/errors',
  llms: '/llms.txt',
  openapi: '/api/v4/openapi.json',
  typescriptClient: `/docs/${clientPackages.typescript}`,
  pythonClient: `/docs/${clientPackages.python}`,
  feed: '/api/v4/events',
  status: '/readyz',
};

/** A request and its answer, as a guide would show them. */
const SAMPLE = `
\`\`\`sh
curl -u "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET" \\
  "$LYCEUM_URL/api/v4/time-tracking/sessions/start" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: terminal-7-0001' \\
  -d '{ "code": "NH-0059" }'
\`\`\`

\`\`\`json
${JSON.stringify({ data: shortened(sessionExample) }, null, 2)}
\`\`\`

\`\`\`ts
const { data } = await lyceum.timeTracking.sessions.start(
  { code: 'NH-0059' },
  { idempotencyKey: 'terminal-7-0001' },
);
console.log(data.status, data.startTime);
\`\`\`

\`\`\`text
${sessionExample.status} ${sessionExample.startTime}
\`\`\`

\`\`\`py
session = lyceum.time_tracking.sessions.start(
    {"code": "NH-0059"}, idempotency_key="terminal-7-0001"
).data
print(session["status"], session["startTime"])
\`\`\`

\`\`\`text
${sessionExample.status} ${sessionExample.startTime}
\`\`\`
`;

function shortened({ id, startTime, endTime, status, pauses }: TimeRecordView) {
  return { id, startTime, endTime, status, pauses };
}

interface Way {
  readonly title: string;
  readonly text: string;
  /** What to read, as HTML. */
  readonly links: readonly string[];
}

const page = (path: string, title: string) => `<a href="/docs/${path}">${title}</a>`;

const WAYS: readonly Way[] = [
  {
    title: 'Integrate',
    text: 'Connect a badge terminal, an HR system or a campus app. An administrator of your institution creates the credentials in the console.',
    links: [
      page('guides/quick-start', 'Quick start, in five minutes'),
      page('guides/writing-safely', 'Writing safely'),
      page('guides/lists-and-sync', 'Lists and sync'),
      page('guides/webhooks', 'Webhooks'),
      '<a href="/docs">Every operation, to try out</a>',
      `Clients for <a href="/docs/${clientPackages.typescript}" download>TypeScript</a> and <a href="/docs/${clientPackages.python}" download>Python</a>`,
    ],
  },
  {
    title: 'Operate',
    text: 'Look after an institution in the console, or run an installation on one machine or in a cluster.',
    links: [
      page('guides/console', 'The console'),
      page('guides/requests', 'Records of requests'),
      page('operate/deployment', 'Deployment'),
      page('operate/operations', 'Backup, restore, secrets'),
      page('operate/runbook', 'Runbook of alerts and messages'),
      page('operate', 'All pages for operators'),
    ],
  },
  {
    title: 'Develop',
    text: 'Generate a client, call the services from one of your own, or change Lyceum itself.',
    links: [
      '<a href="/api/v4/openapi.json" download>OpenAPI document</a>',
      page('develop/architecture', 'Architecture'),
      page('develop/adding-an-endpoint', 'Adding an endpoint'),
      page('develop/internal-services', 'Calls from other services'),
      page('develop', 'All pages for developers'),
      '<a href="/llms.txt">Every page as Markdown, for agents</a>',
    ],
  },
];

/** A first impression. */
export const landingPage = pageOf({
  title: 'Lyceum',
  body: `<main id="main">
<div class="hero">
<div>
<h1>Timetables, people and working hours over one API</h1>
<p>Lyceum is the API of an education institution: users and courses, locations and rooms, appointments, curricula, time tracking. It is at <code>/api/v4</code>.</p>
<p class="actions"><a class="button primary" href="/docs/guides/quick-start">Quick start</a> <a class="button" href="/docs">API reference</a></p>
</div>
<div class="hero-code">${readMarkdown(SAMPLE, (href) => href).render(highlight)}</div>
</div>
<figure class="console">
<a href="/docs/guides/console"><picture><source srcset="/docs/guides/console-time-records-dark.png" media="(prefers-color-scheme: dark)"><img src="/docs/guides/console-time-records.png" width="1200" height="760" loading="lazy" alt="The console: the hours of an institution’s people in a month"></picture></a>
<figcaption class="muted">People and their hours, without a program: HR and administrators work in <a href="/docs/guides/console">the console</a>.</figcaption>
</figure>
<ul class="ways">
${WAYS.map(
  ({ title, text, links }) => `<li><h2>${title}</h2>
<p>${text}</p>
<ul>
${links.map((link) => `<li>${link}</li>`).join('\n')}
</ul></li>`,
).join('\n')}
</ul>
</main>`,
});

import { pageOf } from './page.ts';

/** What people see who mistyped the address of a page. */
export const notFoundPage = pageOf({
  title: 'Page not found',
  body: `<main class="prose" id="main">
<h1>Page not found</h1>
<p class="lead">There is no page at this address. Search for what you need, or begin with one of these:</p>
<ul>
<li><a href="/docs/guides">All guides</a></li>
<li><a href="/docs">The reference, with every operation</a></li>
<li><a href="/errors">All error codes</a></li>
<li><a href="/docs/operate">Pages for operators</a></li>
<li><a href="/docs/develop">Pages for developers</a></li>
</ul>
</main>`,
});

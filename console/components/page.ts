import { mark, message } from './elements.ts';
import { accessibilityLink, guideLink } from './guides.ts';
import { type Html, html } from './html.ts';
import { language, t } from './language.ts';
import { HOME, navigation, searchLink } from './navigation.ts';
import { clockTime, type Present } from './time.ts';

/** The page of a screen. */
export interface Page {
  /** Of the document: shown in the browser's tab. */
  readonly title: string;
  readonly body: Html;
  /** By default 200. */
  readonly status?: number;
  /** For pages of text and forms, which are harder to read when they are wide. */
  readonly isNarrow?: boolean;
}

/** Who reads a page, for the shell around it. */
export interface Reader {
  readonly userName: string;
  readonly institutionName: string;
}

interface Around {
  /** The page's own. */
  readonly path: string;
  /** The change that has just been made. */
  readonly message: string | undefined;
  readonly assets: { readonly style: string; readonly script: string; readonly htmx: string; readonly icon: string };
}

interface Shell extends Around {
  readonly reader: Reader;
  readonly present: Present;
  readonly publicUrl: string;
}

/** A page within the console: header, navigation and body. */
export function shell(page: Page, { reader, present, publicUrl, path, message: done, assets }: Shell): Html {
  const { userName, institutionName } = reader;
  return documentOf(
    `${page.title} · ${institutionName} · Lyceum`,
    assets,
    html`<a class="skip" href="#main">${t.frame.skip}</a>
<div class="app">
<header class="topbar"><a class="brand" href="${HOME}">${mark}<span>${institutionName}</span></a>${searchLink()}<details class="menu"><summary>${t.frame.menu}</summary>${navigation(t.frame.navigationInMenu, path)}</details></header>
<header class="side">
<a class="brand" href="${HOME}">${mark}Lyceum</a>
<p class="tenant"><b>${institutionName}</b><span class="muted small">${present.timeZone} · ${clockTime(present)}</span></p>
${searchLink()}
${navigation(t.frame.navigation, path)}
<p class="side-foot small muted">${userName}<br>${help(publicUrl)}</p>
</header>
<main class="main${page.isNarrow && ' narrow'}" id="main">${done !== undefined && message(done)}${page.body}</main>
<footer class="foot small">${help(publicUrl)}</footer>
</div>
${askBeforeEnd()}`,
  );
}

/** Where help is: in the same place of every page (WCAG 3.2.6). */
function help(publicUrl: string): Html {
  return html`<a class="muted" ${guideLink(publicUrl, '')}>${t.frame.guides}</a> · <a class="muted" ${accessibilityLink(publicUrl)}>${t.frame.accessibility}</a>`;
}

/** What the script asks before the session ends because nothing was done, and says if it was too late. */
function askBeforeEnd(): Html {
  return html`<dialog class="panel" aria-labelledby="still-there" aria-describedby="idle" data-ask-after="${ASK_AFTER_MS}" data-stay="/console/account"><h2 id="still-there">${t.frame.stillThere}</h2><p id="idle">${t.frame.idle}</p><p><button class="button primary">${t.frame.stay}</button></p></dialog>
<p class="message bad too-late" role="alert" hidden>${t.frame.tooLate}</p>`;
}

/** Identity ends a session that was idle for 60 minutes, and notes its use once a minute. */
const ASK_AFTER_MS = 55 * 60_000;

/** A page for readers who have not signed in. */
export function bare(page: Page, { message: done, assets }: Around): Html {
  return documentOf(
    `${page.title} · Lyceum`,
    assets,
    html`<main class="sign-in" id="main"><p class="brand">${mark}Lyceum</p>${done !== undefined && message(done)}${page.body}</main>`,
  );
}

function documentOf(title: string, assets: Around['assets'], body: Html): Html {
  return html`<!doctype html>
<html lang="${language().tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content='{"includeIndicatorCSS":false,"defaultTimeout":15000}'>
<title>${title}</title>
<link rel="icon" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.htmx}" defer></script>
<script src="${assets.script}" defer></script>
</head>
<body>
${body}
</body>
</html>
`;
}

import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { escapeHtml } from '../search/escape.ts';
import type { Highlight } from './samples.ts';

for (const [name, language] of Object.entries({ bash, http, json, python, sql, typescript, yaml }))
  hljs.registerLanguage(name, language);

/** Code as HTML whose parts have classes. Code in a language that is none of these stays as it is. */
export const highlight: Highlight = (text, language) =>
  hljs.getLanguage(language) ? hljs.highlight(text, { language, ignoreIllegals: true }).value : escapeHtml(text);

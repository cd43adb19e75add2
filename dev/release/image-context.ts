import dockerIgnore from '@balena/dockerignore';
import { type TarFile, tarOf } from '../../site/clients/tar.ts';
import type { Commit } from './commit.ts';

const DOCKERFILE = 'deploy/Dockerfile';
const IGNORE = '.dockerignore';

/** What `docker build` reads: the Dockerfile and the files that it copies, in a tar. */
export function imageContext(commit: Commit): Buffer {
  const [dockerfile, ignored] = commit.files([DOCKERFILE, IGNORE]).map(textOf);
  const sources = [...(dockerfile ?? '').matchAll(COPY)].flatMap(([, paths = '']) => paths.split(' '));
  const isSent = dockerIgnore
    .default()
    .add(ignored ?? '')
    .createFilter();
  const copied = commit.paths.filter(
    (path) => isSent(path) && sources.some((source) => path === source || path.startsWith(`${source}/`)),
  );
  return tarOf(commit.files([...copied, DOCKERFILE, IGNORE]), commit.time);
}

/** A COPY that is not of another stage, with what it copies. */
const COPY = /^COPY (?!--)(.+) \S+$/gm;

const textOf = ({ content }: TarFile) => Buffer.from(content).toString();

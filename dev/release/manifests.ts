import { gzipSync } from 'fflate';
import { sha256Of } from '../../platform/data/archive/tar-member.ts';
import { tarOf } from '../../site/clients/tar.ts';
import type { Commit } from './commit.ts';

/**
 * The folder `deploy` as an artefact of a registry, with the media types of `flux push artifact`: the files of an OCI
 * image layout, by their paths.
 */
export function manifestsLayout(commit: Commit, version: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const stored = (mediaType: string, content: Uint8Array) => {
    const digest = sha256Of(content);
    files.set(`blobs/sha256/${digest}`, content);
    return { mediaType, digest: `sha256:${digest}`, size: content.length };
  };
  const names = commit.paths.filter((path) => path.startsWith('deploy/'));
  const members = commit.files(names).map((file) => ({ ...file, name: file.name.slice('deploy/'.length) }));
  const manifest = {
    schemaVersion: 2,
    mediaType: MANIFEST,
    artifactType: CONFIG,
    config: stored(CONFIG, Buffer.from('{}')),
    layers: [
      stored('application/vnd.cncf.flux.content.v1.tar+gzip', gzipSync(tarOf(members, commit.time), { mtime: 0 })),
    ],
    annotations: {
      'org.opencontainers.image.created': commit.instant,
      'org.opencontainers.image.revision': `v${version}@sha1:${commit.id}`,
      'org.opencontainers.image.version': version,
    },
  };
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...stored(MANIFEST, Buffer.from(JSON.stringify(manifest))),
        artifactType: CONFIG,
        annotations: { 'org.opencontainers.image.ref.name': version },
      },
    ],
  };
  files.set('index.json', Buffer.from(JSON.stringify(index)));
  return files.set('oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}'));
}

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.cncf.flux.config.v1+json';

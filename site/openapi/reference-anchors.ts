import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';

/** Anchors on the reference page, as Scalar names them (test/gateway/site/guides.test.ts). */
export const referenceAnchors = {
  /** An operation. */
  operation({ tag, method, path }: Pick<Endpoint, 'tag' | 'method' | 'path'>): string {
    return `tag/${slugOf(tag)}/${method}${path}`;
  },

  /** A group of operations. */
  tag(name: string): string {
    return `tag/${slugOf(name)}`;
  },

  /** A heading of the introduction. */
  heading(heading: string): string {
    return `description/${slugOf(heading)}`;
  },
};

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

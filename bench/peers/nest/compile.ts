import { registerHooks } from 'node:module';
import { transformSync } from '@swc/core';

/** Compiles the decorators of the modules that are imported after this one, which Node does not strip. */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith(import.meta.resolve('./'))) return loaded;
    const { code } = transformSync(String(loaded.source), {
      filename: url,
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        target: 'es2024',
      },
    });
    return { ...loaded, format: 'module', source: code };
  },
});

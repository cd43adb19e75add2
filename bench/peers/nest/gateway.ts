import './compile.ts';

const [{ serveHttp }, { GatewayModule }] = await Promise.all([
  import('./serve-http.ts'),
  import('./gateway-module.ts'),
]);
await serveHttp(GatewayModule);

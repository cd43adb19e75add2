import type { DescMethodUnary } from '@bufbuild/protobuf';
import { contractFiles } from '../contract-files.ts';
import { startProbe } from '../probe/start-probe.ts';
import { answering } from './answering.ts';
import { connectTransport } from './connect-transport.ts';
import { grpcTransport } from './grpc-transport.ts';
import { testVerifier } from './test-identities.ts';
import { startServers } from './test-servers.ts';

/** Every RPC of every contract, answered with nothing after the checks of all calls, by gRPC and by Connect. */
export async function startEveryRpc() {
  const services = contractFiles.flatMap((file) => file.services);
  const probe = await startProbe();
  const service = probe.service({ implementations: services.map((each) => answering(each)) });
  const servers = await startServers({ services: [service], verifier: testVerifier });
  const grpc = grpcTransport(`127.0.0.1:${servers.port}`);
  return {
    methods: services.flatMap((each) => each.methods as DescMethodUnary[]),
    transports: [
      ['gRPC', grpc],
      ['Connect', connectTransport('connect json', `127.0.0.1:${servers.connectPort}`)],
    ] as const,
    async stop() {
      grpc.close();
      await servers.stop(5_000);
      await probe.stop();
    },
  };
}

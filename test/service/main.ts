import { sampleClientId } from './auth/provider.ts';
import { readArguments, type ServiceOptions, serviceUsage, UsageError } from './options.ts';
import { type SampleService, startService } from './service.ts';

async function runService(): Promise<void> {
  const options = readOptions();
  if (!options) return;
  const service = await startOrReport(options);
  if (!service) return;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void service.close().then(() => process.exit(0));
    });
  }
  // Printed last, because a reader of it can end the process.
  console.log(formatGreeting(service));
}

function readOptions(): ServiceOptions | undefined {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${serviceUsage}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function startOrReport(options: ServiceOptions): Promise<SampleService | undefined> {
  try {
    return await startService(options);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.error(
      `Port ${options.port} is in use. Enter a different one with --port, or use --port 0 for any free port.`,
    );
    process.exitCode = 1;
    return undefined;
  }
}

function formatGreeting({ url, apiKey, expiredApiKey, login }: SampleService): string {
  return `Sample service ready.
  URL              ${url}
  API key          ${apiKey}
  Expired API key  ${expiredApiKey}
  Sign-in          ${login.email} / ${login.password}
                   OpenID issuer ${url}/oidc, client ID ${sampleClientId} or dynamic registration,
                   authorization code with PKCE (S256) and a loopback redirect to /callback
  Controls         ${url}/_sample/ (see test/service/README.md)
Press Ctrl+C to stop.`;
}

await runService();

import type { Endpoint } from '../endpoint.ts'
import { ENDPOINTS } from '../operations.ts'

/** One change of the interface. */
export type InterfaceChange = {
  /** The release that has it first. */
  readonly version: 'next' | '0.1.0'
  readonly change: string
  /** The operations that came with it. */
  readonly adds: readonly string[]
}

/**
 * Every change of the interface, the newest first. An addition that no change names is a change of the next release, in
 * the words of its summary.
 */
export function listChanges(endpoints: readonly Endpoint[] = ENDPOINTS): readonly InterfaceChange[] {
  const named = new Set(CHANGES.flatMap(({ adds }) => adds))
  const others = endpoints.filter(
    ({ name, path, isAddition }) => isAddition && path !== null && !named.has(name),
  )
  return [...others.map(({ name, summary }) => next(`${summary}.`, name)), ...CHANGES]
}

const since =
  (version: InterfaceChange['version']) =>
  (change: string, adds = ''): InterfaceChange => ({
    version,
    change,
    adds: adds === '' ? [] : adds.split(' '),
  })

const next = since('next')
const first = since('0.1.0')

const CHANGES: readonly InterfaceChange[] = [
  next(
    'Definitions are exported and imported as YAML of the Open Semantic Interchange.',
    'definition.exportDocument definition.importDocument',
  ),
  next(
    'Corrected statements are suggested as verified questions.',
    'suggestion.list suggestion.accept suggestion.dismiss',
  ),
  next(
    'Answers are rated, with a comment. Every answer of a session is listed with its run.',
    'rating.save rating.get rating.delete rating.list session.listAnswers',
  ),
  next('Responses keep `metadata`, and their streams go on behind `starting_after`.'),
  next('Runs are filtered by time. Invitations and erasures have pages.'),
  next('Images of a question, and the time zone of the person who asks.', 'agent.readsImages'),
  next(
    'Responses list their input, and any response is continued: `previous_response_id` branches the session.',
    'openai.listInputItems',
  ),
  next('Limits of one person over those of every user.', 'user.getLimits user.updateLimits'),
  next('People are erased, with a receipt.', 'user.erase account.erase erasure.get erasure.list'),
  next('The document and the reference have examples in curl, TypeScript and Python: `x-codeSamples`.'),
  next(
    'Responses of OpenAI clients.',
    'openai.createResponse openai.getResponse openai.deleteResponse openai.cancelResponse',
  ),
  next(
    'Sessions are branched, pinned, archived and put into folders.',
    'session.branch session.listBranches session.listFolders',
  ),
  next('Versions of records: `ETag`, `If-Match` and 412.'),
  next('What is left of limits: `RateLimit`, `RateLimit-Policy`. `Retry-After` on every 429 and 503.'),
  next(
    'Terms, metrics and verified questions.',
    'definition.list definition.create definition.update definition.delete definition.saveAnswer',
  ),
  next(
    'Several ways to sign in to one account.',
    'account.get account.addWallet account.startPasskey account.addPasskey account.removeSignIn account.createRecoveryCodes account.endOtherSessions auth.challengePasskey auth.verifyPasskey auth.registerPasskey auth.recover auth.signOut',
  ),
  next('Usage and its cost by month.', 'usage.get usage.list'),
  next('What happened, for administrators.', 'event.list event.verify'),
  next(
    'People and invitations, for administrators.',
    'user.list user.update invitation.create invitation.list invitation.delete invitation.read invitation.accept',
  ),
  next('API keys have scopes and are managed over REST.', 'apiKey.create apiKey.list apiKey.revoke'),
  next(
    'Webhooks when a run ends or waits.',
    'webhook.create webhook.list webhook.get webhook.update webhook.delete webhook.rotateSecret webhook.test webhook.listDeliveries webhook.replay',
  ),
  next('The proof of every number of an answer.', 'run.evidence'),
  next('Streams resume, runs go on in the background and are listed.', 'run.follow run.list'),
  next('Pages of lists and histories: `limit`, `cursor`, `next_cursor` and `Link`.'),
  next(
    'Files are read again with other settings, and columns are counted.',
    'dataSource.reread dataSource.profile',
  ),
  next(
    'First questions about data, one more data source for an agent, and changed tools.',
    'agent.listStarterQuestions agent.addDataSource agent.listToolProblems agent.acceptTool',
  ),
  next('Models of a vendor are listed.', 'llmConfig.listModels llmConfig.listConfigModels openai.getModel'),
  first('Runs are cancelled, and their tool calls approved.', 'run.cancel run.approve run.listApprovals'),
  first(
    'Data sources.',
    'dataSource.create dataSource.list dataSource.test dataSource.get dataSource.update dataSource.delete dataSource.refresh dataSource.listSamples dataSource.export',
  ),
  first(
    'Personas, templates and the tools of a server.',
    'persona.list llmConfig.listTemplates mcp.listServerTools',
  ),
  first('OpenAI clients and MCP clients.', 'openai.listModels openai.complete mcp.call'),
  first(
    'Files of answers, the ledger, health, metrics and the document.',
    'artifact.read ledger.call service.document service.isAlive service.isReady service.metrics',
  ),
]

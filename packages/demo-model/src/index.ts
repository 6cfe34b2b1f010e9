export { answerRequest } from './answer-request.ts'
export { type DemoModel, startDemoModel } from './start-demo-model.ts'

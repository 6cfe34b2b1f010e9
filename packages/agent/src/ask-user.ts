import { cleanText } from '@parley/domain'
import type { Tool } from './types.ts'

const CHOICES = { least: 2, most: 5, characters: 200 }
const QUESTION_CHARACTERS = 500

const ADVICE =
  'When a question can be meant in several ways that give different answers, call ask_user once with the ways as choices, in place of an answer. Where find_metadata answers ambiguous, call ask_user with that question and those choices, unless the user has said which. Do not ask for what the data or the conversation say.'

/**
 * The tool by which a model asks the user back. The call ends the run: its question, with two to five choices, is the
 * answer, and the user's next message is the choice.
 */
export function askUserTool(): Tool {
  return {
    name: 'ask_user',
    description:
      'Asks the user a question with two to five choices, when the request can be meant in several ways. The user answers with the next message. Nothing else is done in this turn.',
    parameters: {
      type: 'object',
      properties: {
        question: {
          type: 'string',
          minLength: 1,
          maxLength: QUESTION_CHARACTERS,
          description: 'One short question in the language of the user.',
        },
        choices: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: CHOICES.characters },
          minItems: CHOICES.least,
          maxItems: CHOICES.most,
          description: 'What may be meant, in words that the user can choose from.',
        },
      },
      required: ['question', 'choices'],
    },
    advice: ADVICE,
    call: async (input) => {
      const question = lineOf(input.question)
      const given = Array.isArray(input.choices) ? input.choices.map(lineOf) : []
      const choices = [...new Set(given)].filter((choice) => choice !== '')
      if (question === '' || choices.length < CHOICES.least) {
        const error = 'Send a question and at least two different choices.'
        return { status: 'error', output: { error }, content: error }
      }
      const text = [question, '', ...choices.map((choice) => `- ${choice}`)].join('\n')
      return { status: 'ok', output: { question, choices }, content: text, closing: { text, choices } }
    },
  }
}

/** A text of the model on one line, so that a list shows it. */
function lineOf(value: unknown): string {
  return typeof value === 'string' ? cleanText(value).replace(/\s+/g, ' ').trim() : ''
}

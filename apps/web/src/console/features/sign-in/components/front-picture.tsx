import { IconCheck } from '@tabler/icons-react'
import { SIGN_IN_TEXTS } from '../texts.ts'
import classes from './front-picture.module.css'

const texts = SIGN_IN_TEXTS.picture
/** Average maximum temperature in Seattle by month: the numbers of the first sample question. */
const HIGHS = [8.23, 9.86, 12.39, 15.02, 19.3, 22.4, 26, 26.11, 21.92, 16.39, 11.02, 8.19] as const
const HIGHEST = 30
const CHART = { width: 360, height: 110 } as const

/** A drawing that moves: a question, the steps behind its answer, the answer with its chart. */
export function FrontPicture() {
  return (
    <div className={classes.frame} role="img" aria-label={texts.label}>
      <p className={classes.question}>{texts.question}</p>
      <ol className={classes.steps}>
        {texts.steps.map((step) => (
          <li key={step} className={classes.step}>
            <IconCheck size={14} stroke={2.5} aria-hidden />
            {step}
          </li>
        ))}
      </ol>
      <p className={classes.answer}>{texts.answer}</p>
      <svg viewBox={`0 0 ${CHART.width} ${CHART.height}`} className={classes.chart} aria-hidden="true">
        {HIGHS.map((high, month) => (
          <Bar key={`${texts.months[month]}${month}`} high={high} month={month} />
        ))}
      </svg>
    </div>
  )
}

function Bar({ high, month }: { high: number; month: number }) {
  const step = CHART.width / HIGHS.length
  const height = (high / HIGHEST) * (CHART.height - 16)
  return (
    <>
      <rect
        className={high === Math.max(...HIGHS) ? classes.highest : classes.bar}
        x={month * step + 4}
        y={CHART.height - 16 - height}
        width={step - 8}
        height={height}
        rx={3}
      />
      <text className={classes.month} x={month * step + step / 2} y={CHART.height - 3}>
        {texts.months[month]}
      </text>
    </>
  )
}

-- CreateTable
CREATE TABLE "ledger_networks" (
    "network" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "first_height" BIGINT NOT NULL,
    "height" BIGINT NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "total_supply" DECIMAL(20,0) NOT NULL,
    "max_supply" DECIMAL(20,0) NOT NULL,
    "total_staked" DECIMAL(20,0) NOT NULL,
    "rewards_per_epoch" DECIMAL(20,0) NOT NULL,
    "emission_address" TEXT NOT NULL,
    "emission_reward" DECIMAL(20,0) NOT NULL,
    "base_apr" DOUBLE PRECISION NOT NULL,
    "epoch_length" BIGINT NOT NULL,
    "indexed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_networks_pkey" PRIMARY KEY ("network")
);

-- CreateTable
CREATE TABLE "ledger_blocks" (
    "network" TEXT NOT NULL,
    "height" BIGINT NOT NULL,
    "block_id" TEXT NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "transaction_count" INTEGER NOT NULL,
    "fees" DECIMAL(20,0) NOT NULL,

    CONSTRAINT "ledger_blocks_pkey" PRIMARY KEY ("network","height")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("network","address")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "network" TEXT NOT NULL,
    "tx_id" TEXT NOT NULL,
    "height" BIGINT,
    "position" INTEGER,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "signer" TEXT,
    "success" BOOLEAN NOT NULL,
    "failure" TEXT,
    "fee" DECIMAL(20,0) NOT NULL,
    "units" JSON NOT NULL,
    "actions" JSON NOT NULL,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("network","tx_id")
);

-- CreateTable
CREATE TABLE "ledger_asset_versions" (
    "network" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "height" BIGINT NOT NULL,
    "symbol" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "metadata" TEXT NOT NULL,
    "supply" DECIMAL(20,0) NOT NULL,
    "owner" TEXT NOT NULL,

    CONSTRAINT "ledger_asset_versions_pkey" PRIMARY KEY ("network","asset","height")
);

-- CreateTable
CREATE TABLE "ledger_balance_versions" (
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "height" BIGINT NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "amount" DECIMAL(20,0) NOT NULL,

    CONSTRAINT "ledger_balance_versions_pkey" PRIMARY KEY ("network","address","asset","height")
);

-- CreateTable
CREATE TABLE "ledger_validators" (
    "network" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "staked_amount" DECIMAL(20,0) NOT NULL,
    "delegated_amount" DECIMAL(20,0) NOT NULL,
    "fee_rate" DOUBLE PRECISION NOT NULL,
    "staked_reward" DECIMAL(20,0) NOT NULL,
    "delegated_reward" DECIMAL(20,0) NOT NULL,
    "registered_amount" DECIMAL(20,0),
    "start_block" BIGINT,
    "end_block" BIGINT,
    "owner_address" TEXT,
    "reward_address" TEXT,

    CONSTRAINT "ledger_validators_pkey" PRIMARY KEY ("network","node_id")
);

-- CreateTable
CREATE TABLE "ledger_delegations" (
    "network" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "amount" DECIMAL(20,0) NOT NULL,
    "start_block" BIGINT NOT NULL,
    "end_block" BIGINT NOT NULL,
    "is_active" BOOLEAN NOT NULL,

    CONSTRAINT "ledger_delegations_pkey" PRIMARY KEY ("network","node_id","owner")
);

-- CreateTable
CREATE TABLE "ledger_stake_versions" (
    "network" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "height" BIGINT NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "staked_amount" DECIMAL(20,0) NOT NULL,
    "delegated_amount" DECIMAL(20,0) NOT NULL,
    "fee_rate" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "ledger_stake_versions_pkey" PRIMARY KEY ("network","node_id","height")
);

-- CreateTable
CREATE TABLE "ledger_epochs" (
    "network" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "first_epoch" BIGINT NOT NULL,
    "height" BIGINT NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "minted" DECIMAL(20,0) NOT NULL,
    "total_supply" DECIMAL(20,0) NOT NULL,
    "total_staked" DECIMAL(20,0) NOT NULL,
    "active_validators" INTEGER NOT NULL,

    CONSTRAINT "ledger_epochs_pkey" PRIMARY KEY ("network","epoch")
);

-- CreateIndex
CREATE INDEX "ledger_transactions_network_block_time_idx" ON "ledger_transactions"("network", "block_time");



enum ShippedPresets { static let all: [(name: String, text: String)] = [] }

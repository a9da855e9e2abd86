enum CoreSchema { static func kind(of text: String) -> Scalar.Kind { .text } }
